import {
  type DeviceRef,
  onDeviceFacts,
  onDeviceMessage,
  providePriceSetter,
  provideSettings,
} from '#features/machines/devices/server/public.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import type { UpMessage } from '#kit/protocol/messages.ts';
import { playPriceOf } from '#kit/protocol/types/price.ts';
import { allOrNone, createGatherer } from '#kit/server/gatherer.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { expectPresets } from './give-presets.ts';
import { hearDevices } from './hear-devices.ts';
import type { Word } from './judge-word.ts';
import { changeSettings, readDeviceSettings } from './public.ts';
import { restoreFactory } from './restore-factory.ts';

const wordsPerLot = 200;
const gatherMs = 25;
/** heartbeats that say the same again are looked at so often, in case another server process changed something */
const lookAgainMs = 5 * minuteMs;

/** Hears whatever devices say about their settings; gives back what waits for the words under way. */
export function listenToDevices(services: Services): () => Promise<void> {
  const { add, drain } = createGatherer<Word, void>({
    gatherMs,
    maxSize: wordsPerLot,
    run: allOrNone((words) => hearDevices(services, words)),
  });
  const runs = (device: DeviceRef, { settingsVersion, settingsHash }: Running) =>
    add({ device, said: 'runs', version: settingsVersion, hash: settingsHash });
  const lastSaid = new Map<string, { key: string; at: number }>();
  onDeviceMessage(services, 'hello', runs);
  onDeviceMessage(services, 'heartbeat', async (device, message) => {
    const key = `${message.settingsVersion} ${message.settingsHash}`;
    const at = services.clock.now().getTime();
    const last = lastSaid.get(device.deviceId);
    if (last?.key === key && at - last.at < lookAgainMs) return;
    lastSaid.set(device.deviceId, { key, at });
    await runs(device, message);
  });
  onDeviceMessage(services, 'settings', async (device, message) => {
    // what it says next is to be compared with something new
    lastSaid.delete(device.deviceId);
    await add(wordOf(device, message));
  });
  onDeviceFacts(services, {
    commandSettled: (tx, command) => restoreFactory(tx, services, command),
    registered: (tx, list) => expectPresets(tx, list),
  });
  providePriceSetter(services, async (context, device, priceFen) => {
    await changeSettings(context, device, playPriceOf(device.type, priceFen));
  });
  provideSettings(services, (device) => readDeviceSettings(services.db.read, platformScope, device));
  return drain;
}

type Running = Pick<UpMessage<'heartbeat'>, 'settingsVersion' | 'settingsHash'>;

function wordOf(device: DeviceRef, message: UpMessage<'settings'>): Word {
  const { version, hash, state, reason, path, settings } = message;
  const about = { device, version, hash };
  if (state === 'applied') return { ...about, said: 'applied' };
  if (state === 'refused')
    return { ...about, said: 'refused', reason: reason ?? 'invalid', path: path ?? null };
  return settings ? { ...about, said: 'report', settings } : { ...about, said: 'runs' };
}
