import type { DeviceRecord } from '#features/machines/devices/contract.ts';

export { deviceHome } from '../rules/device-home.ts';

export const labelsOf = (devices: readonly Pick<DeviceRecord, 'equipmentId'>[]): string =>
  `/device_labels?ids=${devices.map(({ equipmentId }) => equipmentId).join(',')}`;
