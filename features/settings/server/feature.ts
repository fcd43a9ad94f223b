import { serveFeature } from '#kit/server/context.ts';
import settingsFeature from '../feature.ts';
import { acceptDrift } from './accept-drift.ts';
import { changeDeviceSettings } from './change-settings.ts';
import { clearData } from './clear-data.ts';
import {
  listNoteSwitches,
  listScreenFunctions,
  restoreScreenFunctions,
  saveNoteSwitches,
  saveScreenFunctions,
} from './group-views.ts';
import { listenToDevices } from './listen-to-devices.ts';
import { listPresets, readPreset, removePresets, savePreset } from './presets.ts';
import { listBatches, readBatch } from './read-batches.ts';
import { compareSettings, listChanges, readSettings } from './read-settings.ts';
import { startSendQueue } from './send-queue.ts';
import { copySettings, mendDrift, previewBatch, retryBatch, startBatch } from './start-batch.ts';

export default serveFeature(settingsFeature, {
  handlers: {
    readSettings,
    changeSettings: changeDeviceSettings,
    listChanges,
    compareSettings,
    copySettings,
    mendDrift,
    acceptDrift,
    listPresets,
    readPreset,
    savePreset,
    removePresets,
    previewBatch,
    startBatch,
    readBatch,
    retryBatch,
    listBatches,
    clearData,
    listScreenFunctions,
    restoreScreenFunctions,
    saveScreenFunctions,
    listNoteSwitches,
    saveNoteSwitches,
  },
  start: async (services) => listenToDevices(services),
  ready: startSendQueue,
});
