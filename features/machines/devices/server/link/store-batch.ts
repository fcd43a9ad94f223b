import type { Tx } from '#kit/server/database.ts';
import { emitAll } from '#kit/server/outbox.ts';
import type { Services } from '#kit/server/services.ts';
import { deviceChanged } from '../../contract/events.ts';
import type { DeviceFact, DeviceRef } from '../device-facts.ts';
import { addToHours } from '../device-hours.ts';
import { eventsBySite } from '../device-log.ts';
import { factListeners } from '../hub.ts';
import { type Facts, type LinkState, markLink, noFacts } from './link-state.ts';
import type { AnyUpMessage } from './read-message.ts';
import { addToDays, insertLog, lockStates, updateLink, updateTelemetry } from './state-queries.ts';
import { takeHeartbeat, takeHello, takeLeave } from './take-presence.ts';
import { takeTelemetry } from './take-telemetry.ts';

export type DeviceMessage = AnyUpMessage & { device: DeviceRef };

/** How the device stands after its message was stored; undefined when it is gone. */
export interface Stored {
  device: DeviceRef;
  epoch: number;
  seq: number;
  newOwner: boolean;
}

export interface StoredBatch {
  stored: (Stored | undefined)[];
  /** devices whose figures changed, and those with new lines in their log */
  changed: DeviceRef[];
  logged: DeviceRef[];
}

/** One transaction for many messages of many devices: each device's in the order they came. */
export async function storeBatch(
  services: Services,
  messages: readonly DeviceMessage[],
): Promise<StoredBatch> {
  const receivedAt = services.clock.now();
  return services.db.transaction(async (tx) => {
    const states = await lockStates(tx, [
      ...new Map(messages.map(({ device }) => [device.deviceId, device])).values(),
    ]);
    const facts = noFacts();
    const stored = messages.map((message) => {
      const state = states.get(message.device.deviceId);
      if (!state) return undefined;
      take(state, message, receivedAt, facts);
      return { device: state.device, epoch: state.epoch, seq: state.seq, newOwner: state.newOwner };
    });
    const all = [...states.values()];
    // sent one behind the other without waiting: the database works while the next one is being written
    await Promise.all([
      updateTelemetry(tx, all, receivedAt),
      insertLog(tx, facts.log, receivedAt),
      addToDays(tx, facts.increments),
      addToHours(tx, facts.increments),
      updateLink(
        tx,
        all.filter(({ changed }) => changed.link),
      ),
    ]);
    await tellListeners(tx, services, facts);
    // who comes, goes or breaks down is said for certain, the rest when it was gathered
    await emitAll(tx, eventsBySite(deviceChanged, [...facts.presence, ...facts.faults]));
    return {
      stored,
      changed: all.filter(({ changed }) => changed.news).map(({ device }) => device),
      logged: [...new Set(facts.log.map(({ device }) => device))],
    };
  });
}

function take(state: LinkState, { kind, message }: AnyUpMessage, at: Date, facts: Facts): void {
  switch (kind) {
    case 'hello':
      takeHello(state, message, at, facts);
      return;
    case 'heartbeat':
      takeHeartbeat(state, message, at, facts);
      return;
    case 'offline':
      takeLeave(state, message, at, facts);
      return;
    case 'telemetry':
      takeTelemetry(state, message, at, facts);
      return;
    case 'settings':
      if (message.state === 'refused') return;
      state.settingsVersion = message.version;
      state.settingsHash = message.hash;
      markLink(state);
      return;
    case 'content':
      if (message.state === 'applied') state.contentVersion = message.version;
      if (message.freeBytes !== undefined) state.freeBytes = message.freeBytes;
      markLink(state);
      return;
    case 'prices':
    case 'firmware':
    case 'result':
    case 'journal':
      // stored by those who asked for them; here they only prove that the device is there
      return;
  }
}

/** What throws here undoes the whole batch; the link then finds out whose message it was. */
export async function tellListeners(tx: Tx, services: Services, facts: Facts): Promise<void> {
  let made: DeviceFact[] | undefined;
  const events = () => {
    made ??= facts.log
      .filter(({ told }) => told)
      .map(({ device, kind, at, data }) => ({ ...device, kind, at, data }));
    return made;
  };
  for (const listener of factListeners(services)) {
    if (facts.increments.length > 0) await listener.increments?.(tx, facts.increments);
    if (facts.oddities.length > 0) await listener.oddities?.(tx, facts.oddities);
    if (listener.events && events().length > 0) await listener.events(tx, events());
    if (facts.presence.length > 0) await listener.presence?.(tx, facts.presence);
    if (facts.faults.length > 0) await listener.faults?.(tx, facts.faults);
    if (facts.stock.length > 0) await listener.stock?.(tx, facts.stock);
    if (facts.screenPlays.length > 0) await listener.screenPlays?.(tx, facts.screenPlays);
  }
}
