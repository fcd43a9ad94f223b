import { defineEvent, refresherOf } from '#kit/contract/event.ts';
import type { CommandState } from './command-states.ts';

/** What devices told of themselves; gathered, so one event names many. */
export const deviceChanged = defineEvent<{ ids: string[] }>('device.changed');
/** New lines in the logs of devices. */
export const deviceLogged = defineEvent<{ ids: string[] }>('device.event');
/** What people changed about the fleet: devices came, went, moved, were renamed, put in order or offered. */
export const deviceListed = defineEvent('device.listed');
/** Controllers were made, locked out or given a new secret; the platform hears it. */
export const identitiesChanged = defineEvent('device.identities');
/** A command took a step. */
export const deviceCommanded = defineEvent<{
  id: string;
  deviceId: string;
  state: CommandState;
  asked: number | null;
  counted: number | null;
  reason: string | null;
}>('device.command');

/** For answers about the one device that the input names. */
export const thatDeviceChanged = refresherOf(deviceChanged, ({ ids }, { equipmentId }) =>
  ids.includes(equipmentId as string),
);
export const thatDeviceLogged = refresherOf(deviceLogged, ({ ids }, { equipmentId }) =>
  ids.includes(equipmentId as string),
);
export const thatDeviceCommanded = refresherOf(
  deviceCommanded,
  ({ deviceId }, { equipmentId }) => deviceId === equipmentId,
);
