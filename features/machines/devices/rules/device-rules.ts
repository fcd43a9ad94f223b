import type { DeviceState } from '../contract/shared.ts';

export interface Told {
  controlled: boolean;
  online: boolean;
  busy: boolean;
  faults: readonly string[];
}

/**
 * The one word that matters most about a device, on every page: a fault wins over whatever it does. Of a machine that is
 * not there nobody knows whether its fault persists: it is offline.
 */
export function shownState(device: Told): DeviceState {
  if (!device.controlled) return 'uncontrolled';
  if (!device.online) return 'offline';
  if (device.faults.length > 0) return 'fault';
  return device.busy ? 'busy' : 'online';
}

/** What records say of how a machine is (`presence` of the contract); of one that never told anything, that it is off. */
export function presenceOf(
  device: { controlled: boolean } & {
    [K in 'online' | 'busy']?: boolean | null;
  } & { faults?: readonly string[] | null; lastSeenAt?: Date | null },
): { state: DeviceState; online: boolean; lastSeenAt: Date | null } {
  const { controlled, faults, lastSeenAt } = device;
  const online = device.online ?? false;
  return {
    state: shownState({ controlled, online, busy: device.busy ?? false, faults: faults ?? [] }),
    online,
    lastSeenAt: lastSeenAt ?? null,
  };
}
