import type { DeviceRecord } from '#features/machines/devices/contract.ts';

/** Machines without a controller of ours have no settings to change. */
export const batchOf = (devices: readonly Pick<DeviceRecord, 'equipmentId' | 'controlled'>[]): string =>
  `/batchModify?ids=${devices
    .filter(({ controlled }) => controlled)
    .map(({ equipmentId }) => equipmentId)
    .join(',')}`;
