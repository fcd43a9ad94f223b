import { z } from 'zod';
import { permit } from '#kit/contract/endpoint.ts';
import { id } from '#kit/contract/schemas.ts';
import { type DeviceType, deviceTypes } from '#kit/protocol/types/names.ts';
import { laneLevels } from '../lane-need.ts';

export const view = permit('vending.view');
export const edit = permit('vending.edit');
export const fill = permit('vending.fill');
export const test = permit('vending.test');

/** Machines with lanes of their own. */
export const laneDeviceTypes = ['vending', 'lipstick', 'cabinet'] as const satisfies readonly DeviceType[];
/** Those whose lanes hold products; a glass cabinet holds gifts (features/gifts). */
export const stockedDeviceTypes = ['vending', 'lipstick'] as const satisfies readonly DeviceType[];

export const maxLanes = 800;
export const ofDevice = { equipmentId: id() };
/** Made by the page once per intent: a call repeated after a lost answer books nothing twice. */
export const requestId = () => id().optional();

export const deviceRecord = z.object({
  equipmentId: z.string(),
  code: z.string(),
  number: z.int(),
  name: z.string().nullable(),
  type: z.enum(deviceTypes),
  fieldId: z.string(),
  fieldName: z.string(),
  online: z.boolean(),
  controlled: z.boolean(),
});
export type LaneDevice = z.infer<typeof deviceRecord>;

export const expiryStates = ['expired', 'soon'] as const;
export const expiry = {
  expiryDate: z.string().nullable(),
  expiry: z.enum(expiryStates).nullable(),
};

export const laneRecord = z.object({
  lane: z.int(),
  cabinet: z.int(),
  row: z.int(),
  position: z.int(),
  width: z.int(),
  capacity: z.int(),
  open: z.boolean(),
  priceFen: z.int(),
  dropDetection: z.boolean(),
  /** only where winning opens the lane */
  winRate: z.int().optional(),
  templateId: z.string().nullable(),
  templateName: z.string().nullable(),
  image: z.string().nullable(),
  stock: z.int(),
  lowAt: z.int().nullable(),
  level: z.enum(laneLevels),
  ...expiry,
  /** pieces of the last seven days */
  soldLately: z.int(),
  /** what the machine itself says, where it differs from the book */
  reportedStock: z.int().nullable(),
  filledAt: z.string().nullable(),
});
export type LaneRecord = z.infer<typeof laneRecord>;

/** Settings sent to the device; null when nothing there differs. */
export const sentChange = z.object({ changeId: z.string().nullable(), version: z.int() });
