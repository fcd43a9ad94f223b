import type { DeviceRecord } from '../contract.ts';

export { deviceHome } from '../rules/device-home.ts';

export const labelsOf = (devices: readonly Pick<DeviceRecord, 'equipmentId'>[]): string =>
  `/device_labels?ids=${devices.map(({ equipmentId }) => equipmentId).join(',')}`;

/** Machines without a controller of ours have no settings to change. */
export const batchOf = (devices: readonly Pick<DeviceRecord, 'equipmentId' | 'controlled'>[]): string =>
  `/batchModify?ids=${devices
    .filter(({ controlled }) => controlled)
    .map(({ equipmentId }) => equipmentId)
    .join(',')}`;
