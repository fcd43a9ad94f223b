import type { DeviceRecord } from '../contract.ts';

/** Where a device leads: to its settings, or to what people wrote about it when there is nothing to steer. */
export const deviceHome = (device: Pick<DeviceRecord, 'equipmentId' | 'controlled'>): string =>
  device.controlled
    ? `/machineSetting?equipmentId=${device.equipmentId}`
    : `/edit_equip?equipmentId=${device.equipmentId}`;

export const labelsOf = (devices: readonly Pick<DeviceRecord, 'equipmentId'>[]): string =>
  `/device_labels?ids=${devices.map(({ equipmentId }) => equipmentId).join(',')}`;

/** Machines without a controller of ours have no settings to change. */
export const batchOf = (devices: readonly Pick<DeviceRecord, 'equipmentId' | 'controlled'>[]): string =>
  `/batchModify?ids=${devices
    .filter(({ controlled }) => controlled)
    .map(({ equipmentId }) => equipmentId)
    .join(',')}`;
