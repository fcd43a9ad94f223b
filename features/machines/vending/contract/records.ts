import { z } from 'zod';
import { presence } from '#features/machines/devices/contract.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent, refresherOf } from '#kit/contract/event.ts';
import { choiceOf, day, id, instant, moneyFen, picture, ratio } from '#kit/contract/schemas.ts';
import { machineFields, siteFields } from '#kit/contract/things.ts';
import { type DeviceType, deviceTypes } from '#kit/protocol/types/names.ts';

/** What lies in lanes of these machines changed. */
export const stockChanged = defineEvent<{ deviceIds: string[] }>('vending.stock');
export const roundChanged = defineEvent<{ id: string }>('vending.round');
export const templateChanged = defineEvent<{ id: string }>('vending.template');
/** For answers about the one device that the input names. */
export const thatStockChanged = refresherOf(stockChanged, ({ deviceIds }, { equipmentId }) =>
  deviceIds.includes(equipmentId as string),
);

export const view = permit('vending.view');
export const edit = permit('vending.edit');
export const fill = permit('vending.fill');
export const test = permit('vending.test');

/** Machines that have lanes. */
export const laneDeviceTypes = ['vending', 'lipstick', 'cabinet'] as const satisfies readonly DeviceType[];
/** Those whose lanes hold products; a glass cabinet holds gifts (features/machines/gifts). */
export const stockedDeviceTypes = ['vending', 'lipstick'] as const satisfies readonly DeviceType[];

export const maxLanes = 800;
export const ofDevice = { equipmentId: id() };
/** Made by the page once per intent: a call repeated after a lost answer books nothing twice. */
export const requestId = () => id().optional();

export const deviceRecord = z.object({
  ...machineFields,
  ...siteFields,
  code: z.string(),
  type: choiceOf('devices:type', deviceTypes),
  ...presence,
  controlled: z.boolean(),
});
export type LaneDevice = z.infer<typeof deviceRecord>;

export const expiryStates = ['expired', 'soon'] as const;
export const expiryChoice = () =>
  choiceOf('vending:expiryState', expiryStates, { expired: 'bad', soon: 'waiting' });
export const expiry = {
  expiryDate: day().nullable(),
  expiry: expiryChoice().nullable(),
};
/** How a lane stands, for bars, lists and the order of a round. */
const laneLevels = ['closed', 'unset', 'empty', 'low', 'ok', 'full'] as const;
export type LaneLevel = (typeof laneLevels)[number];
export const laneLevel = () =>
  choiceOf('vending:level', laneLevels, {
    closed: 'quiet',
    unset: 'quiet',
    empty: 'bad',
    low: 'waiting',
    ok: 'good',
    full: 'good',
  });

export const laneRecord = z.object({
  lane: z.int(),
  cabinet: z.int(),
  row: z.int(),
  position: z.int(),
  width: z.int(),
  capacity: z.int(),
  open: z.boolean(),
  priceFen: moneyFen(),
  dropDetection: z.boolean(),
  /** only where winning opens the lane */
  winRate: ratio().optional(),
  templateId: z.string().nullable(),
  templateName: z.string().nullable(),
  image: picture().nullable(),
  stock: z.int(),
  alarmThreshold: z.int().nullable(),
  level: laneLevel(),
  ...expiry,
  /** the date of the product is past: new pieces need a new date */
  needsDate: z.boolean(),
  /** pieces of the last seven days */
  soldLately: z.int(),
  /** what the machine itself says, where it differs from the book */
  reportedStock: z.int().nullable(),
  filledAt: instant().nullable(),
});
export type LaneRecord = z.infer<typeof laneRecord>;

/** Settings sent to the device; null when nothing there differs. */
export const sentChange = z.object({ changeId: z.string().nullable(), version: z.int() });
