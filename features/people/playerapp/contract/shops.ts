import { z } from 'zod';
import { siteChanged } from '#features/base/sites/contract.ts';
import { deviceListed } from '#features/machines/devices/contract.ts';
import { get } from '#kit/contract/call.ts';
import {
  choiceOf,
  id,
  latitude,
  longitude,
  pageInput,
  pageOf,
  picture,
  text,
  wholePhone,
} from '#kit/contract/schemas.ts';
import { deviceTypes } from '#kit/protocol/types/names.ts';

/** free: it can be played now; busy: somebody plays; away: it does not hear us, or waits to be mended. */
export const machineStates = ['free', 'busy', 'away'] as const;
export type MachineState = (typeof machineStates)[number];

/** Where the player stands, as maps in China count (GCJ-02), to a hundred metres: nobody keeps it. */
const position = { latitude: latitude().optional(), longitude: longitude().optional() };

const shopFields = {
  fieldId: z.string(),
  fieldName: z.string(),
  merchantName: z.string(),
  /** region and street in one, in the caller's language */
  address: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** null where one of both places is not known */
  distanceMetres: z.int().nullable(),
  photo: picture().nullable(),
  open: z.boolean(),
  equipmentNumber: z.int(),
  /** of them: free now */
  freeNumber: z.int(),
};
const shop = z.object(shopFields);
export type Shop = z.infer<typeof shop>;

/** By which number a machine is called stands on the machine, for those who stand before it, and not here. */
const machine = z.object({
  equipmentNo: z.int(),
  equipmentName: z.string().nullable(),
  type: choiceOf('devices:type', deviceTypes),
  typeName: z.string(),
  state: choiceOf('playerapp:machineState', machineStates, { free: 'good', busy: 'waiting', away: 'quiet' }),
});
export type ShopMachine = z.infer<typeof machine>;

const rate = { max: 240, windowSeconds: 60 };

export const shopsContract = {
  listShops: get('/api/blade-player/player/shopList', 'public', {
    rate,
    input: pageInput({ ...position, name: text(40, 0).optional() }, ['name']),
    output: pageOf(shop),
    refreshedBy: [siteChanged, deviceListed],
    summary: 'Shops, the nearest first where the place of the player is told',
  }),
  readShop: get('/api/blade-player/player/shopDetail', 'public', {
    rate,
    input: z.object({ fieldId: id(), ...position }),
    output: z.object({
      ...shopFields,
      contactNumber: wholePhone('published').nullable(),
      openingHours: z.array(z.object({ days: z.array(z.int()), period: z.string() })),
      machines: z.array(machine),
    }),
    refreshedBy: [siteChanged, deviceListed],
    summary: 'One shop with its machines, and which of them are free',
  }),
};
