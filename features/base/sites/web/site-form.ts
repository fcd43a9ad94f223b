import type { FormField } from '#kit/pages/form-definition.ts';
import type { Values } from '#kit/pages/form-state.ts';
import { sitesContract } from '../contract.ts';
import { AddressField } from './address-field.tsx';
import { writeAddress } from './write-address.ts';

/** What the add and the address page share: who the site is and where it lies. */
export const addressSchema = sitesContract.createSite.input.pick({
  name: true,
  type: true,
  regionCode: true,
  address: true,
  latitude: true,
  longitude: true,
  isDefault: true,
});

interface PickedPoint {
  latitude: number;
  longitude: number;
  address?: string;
  adcode?: string;
}

const readPoint = ({ latitude, longitude, address }: Values) =>
  latitude === undefined ? undefined : { latitude, longitude, address };

/** A picked place knows its district and address; an address that the person wrote stays. */
function writePoint(value: unknown, values: Values): Values {
  const point = value as PickedPoint | undefined;
  if (!point) return { latitude: undefined, longitude: undefined };
  const written = values.address && values.address !== values.pickedAddress;
  return {
    latitude: point.latitude,
    longitude: point.longitude,
    regionCode: point.adcode || values.regionCode,
    pickedAddress: point.address,
    ...(written ? {} : { address: point.address }),
  };
}

export const addressFields: readonly FormField<typeof addressSchema>[] = [
  { name: 'name', label: 'sites:field.name', hint: 'sites:hint.name', section: 'sites:section.basic' },
  { name: 'type', label: 'sites:field.type', section: 'sites:section.basic' },
  {
    name: 'isDefault',
    label: 'sites:field.isDefault',
    hint: 'sites:hint.isDefault',
    section: 'sites:section.basic',
  },
  {
    name: 'latitude',
    kind: 'mapPoint',
    label: 'sites:field.point',
    hint: 'sites:hint.point',
    read: readPoint,
    write: writePoint,
    section: 'sites:section.place',
    wide: true,
  },
  { name: 'regionCode', label: 'sites:field.region', section: 'sites:section.place' },
  {
    name: 'address',
    label: 'sites:field.address',
    hint: 'sites:hint.address',
    write: writeAddress,
    render: AddressField,
    section: 'sites:section.place',
  },
];

/** An emptied field must reach the server as "nothing": what is left out of the call stays as it was. */
export function emptiedAsNull<T extends object>(data: T, names: readonly string[]): T {
  return { ...Object.fromEntries(names.map((name) => [name, null])), ...data };
}
