import { onDeviceFacts } from '#features/machines/devices/server/public.ts';
import { onGiftsLoaded } from '#features/machines/gifts/server/public.ts';
import { onSettingsConfirmed } from '#features/machines/settings/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import vendingFeature from '../feature.ts';
import { countNeeds, countStale, forgetOldSales } from './count-needs.ts';
import { laneHandlers } from './lane-handlers.ts';
import { roundHandlers } from './round-handlers.ts';
import { fillRoundPrize } from './round-prize-queries.ts';
import { settleReports, tellAgain } from './settle-reports.ts';
import { stockHandlers } from './stock-handlers.ts';
import { takeEvents, takeReports, takeResult } from './take-facts.ts';
import { takeTold, tellReturned } from './tell-device.ts';
import { templateHandlers } from './template-handlers.ts';
import { testHandlers } from './test-handlers.ts';

export default serveFeature(vendingFeature, {
  handlers: { ...templateHandlers, ...laneHandlers, ...testHandlers, ...stockHandlers, ...roundHandlers },
  jobs: [
    { name: 'vending.settleReports', cron: '* * * * *', run: settleReports },
    { name: 'vending.tellAgain', cron: '*/10 * * * *', run: tellAgain },
    { name: 'vending.forgetOldSales', cron: '7 * * * *', run: forgetOldSales },
  ],
  async start(services) {
    onGiftsLoaded(services, fillRoundPrize);
    onDeviceFacts(services, {
      events: takeEvents,
      stock: takeReports,
      presence: (tx, changes) => tellReturned(tx, services, changes),
      async commandSettled(tx, command) {
        await takeResult(tx, command, services.clock.now());
        await takeTold(tx, services, command);
      },
    });
    onSettingsConfirmed(services, async (tx, devices) => {
      for (const [tenantId, ofTenant] of Map.groupBy(devices, (device) => device.tenantId)) {
        const ids = ofTenant.map(({ deviceId }) => deviceId);
        await countNeeds(tx, tenantId, ids, services.clock.now());
      }
    });
  },
  ready: async (services) => {
    await countStale(services);
  },
});
