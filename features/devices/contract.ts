export { type DeviceType, deviceTypes } from '#kit/protocol/types/names.ts';

export const devicesContract = {};
