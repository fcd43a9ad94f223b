import type { DeviceState } from '../contract/shared.ts';

/** The one word that matters most about a device. */
export function shownState(device: {
  controlled: boolean;
  online: boolean;
  busy: boolean;
  faults: readonly string[];
}): DeviceState {
  if (!device.controlled) return 'uncontrolled';
  if (!device.online) return 'offline';
  if (device.faults.length > 0) return 'fault';
  return device.busy ? 'busy' : 'online';
}
