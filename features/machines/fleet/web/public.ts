import type { DeviceType } from '#kit/protocol/types/names.ts';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { fleetContract } from '../contract.ts';

/** The filter of a list that takes `equipmentId`, named like the column; without types, any machine. */
export const machineFilter = (label = 'kit:thing.machineLabel', ...types: DeviceType[]) =>
  ({
    kind: 'reference',
    name: 'equipmentId',
    label,
    source: referenceTo({
      endpoint: fleetContract.listDevices,
      input: types.length > 0 ? { types } : {},
      search: 'keyword',
      keyOf: ({ equipmentId }) => equipmentId,
      labelOf: ({ equipmentNo, equipmentName, code }) => `#${equipmentNo} ${equipmentName ?? code}`,
      hintOf: ({ fieldName }) => fieldName ?? '',
    }),
  }) as const;

export { DeviceState, moodOf, offlineText, type Presence } from './device-parts.tsx';
export { default as SitePlays } from './site-plays.tsx';
