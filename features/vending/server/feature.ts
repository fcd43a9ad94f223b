import { onDeviceFacts } from '#features/devices/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import vendingFeature from '../feature.ts';
import { listLaneDevices } from './lane-devices.ts';
import { readLanes } from './lane-records.ts';
import { listMovements } from './list-movements.ts';
import { listStock } from './list-stock.ts';
import { countLane, fillLanes, unloadLanes } from './move-pieces.ts';
import { closeRound, createRound, listRounds, packRound, readRound } from './rounds.ts';
import { settleReports, tellAgain } from './settle-reports.ts';
import { takeEvents, takeReports, takeResult } from './take-facts.ts';
import { takeTold, tellReturned } from './tell-device.ts';
import { listTemplates, readTemplate, removeTemplates, saveTemplate } from './templates.ts';
import { openDoor, readTests, testLane } from './test-lanes.ts';
import { copyGoods, saveLayout, updateLanes } from './update-lanes.ts';

export default serveFeature(vendingFeature, {
  handlers: {
    listTemplates,
    readTemplate,
    saveTemplate,
    removeTemplates,
    listLaneDevices,
    readLanes,
    updateLanes,
    saveLayout,
    copyGoods,
    countLane,
    testLane,
    openDoor,
    readTests,
    listStock,
    fillLanes,
    unloadLanes,
    listMovements,
    listRounds,
    readRound,
    createRound,
    packRound,
    closeRound,
  },
  jobs: [
    { name: 'vending.settleReports', cron: '* * * * *', run: settleReports },
    { name: 'vending.tellAgain', cron: '*/10 * * * *', run: tellAgain },
  ],
  async start(services) {
    onDeviceFacts(services, {
      events: takeEvents,
      stock: takeReports,
      presence: (tx, changes) => tellReturned(tx, services, changes),
      async commandSettled(tx, command) {
        await takeResult(tx, command, services.clock.now());
        await takeTold(tx, services, command);
      },
    });
  },
});
