import { z } from 'zod';
import { defineEvent } from '#kit/contract/event.ts';
import { choiceOf, moneyFen, picture } from '#kit/contract/schemas.ts';
import {
  creationTime,
  entryTime,
  machineFields,
  maybeMachineFields,
  maybeSiteFields,
} from '#kit/contract/things.ts';
import { deviceTypes } from '#kit/protocol/types/names.ts';

/** Gifts, their types or what lies in devices changed; without any id it may be about all of them. */
export const giftChanged = defineEvent<{ id?: string; typeId?: string; deviceId?: string }>('gift.changed');

export const movementKinds = ['in', 'out', 'correct', 'load', 'unload', 'won'] as const;
export type MovementKind = (typeof movementKinds)[number];
/** What staff book in the warehouse itself. */
export const warehouseKinds = ['in', 'out', 'correct'] as const;
export const movementKind = () =>
  choiceOf('gifts:kind', movementKinds, {
    in: 'good',
    out: 'bad',
    correct: 'waiting',
    load: 'info',
    unload: 'quiet',
    won: 'info',
  });
export const warehouseKind = () => choiceOf('gifts:kind', warehouseKinds);

/** How a stock stands against its alarm threshold; a device may have no gift set at all. */
export const stockStates = ['empty', 'low', 'ok'] as const;
export type StockState = (typeof stockStates)[number];
export const stockTones = { empty: 'bad', low: 'waiting', ok: 'good', none: 'quiet' } as const;
const placementState = () => choiceOf('gifts:state', ['none', ...stockStates], stockTones);
/** `low` asks for the empty ones too. */
export const wantedStates = ['none', 'low', 'ok'] as const;

export const maxPieces = 9_999_999;
export const typeRecord = z.object({ id: z.string(), name: z.string(), sort: z.int(), giftCount: z.int() });
export type GiftTypeRecord = z.infer<typeof typeRecord>;

export const giftRecord = z.object({
  id: z.string(),
  name: z.string(),
  typeId: z.string(),
  typeName: z.string(),
  picture: picture().nullable(),
  costFen: moneyFen(),
  /** in the warehouse */
  stock: z.int(),
  alarmThreshold: z.int(),
  lowStock: z.boolean(),
  state: choiceOf('gifts:state', stockStates, stockTones),
  /** devices that hold it, and how many pieces lie in them */
  equipmentNumber: z.int(),
  equipmentStock: z.int(),
  createdAt: creationTime(),
});
export type GiftRecord = z.infer<typeof giftRecord>;

export const placementRecord = z.object({
  /** without a number: the machine left the merchant, what lay in it is still on the books */
  ...machineFields,
  equipmentType: choiceOf('devices:type', deviceTypes).nullable(),
  code: z.string().nullable(),
  ...maybeSiteFields,
  state: placementState(),
  giftId: z.string().nullable(),
  giftName: z.string().nullable(),
  picture: picture().nullable(),
  costFen: moneyFen().nullable(),
  stock: z.int(),
  capacity: z.int().nullable(),
  alarmThreshold: z.int().nullable(),
  /** left in the warehouse of the gift that lies in it */
  warehouseStock: z.int().nullable(),
  /** what the pieces in it cost together */
  valueFen: moneyFen().nullable(),
});
export type PlacementRecord = z.infer<typeof placementRecord>;

export const movementRecord = z.object({
  id: z.string(),
  createdAt: entryTime(),
  kind: movementKind(),
  giftId: z.string(),
  giftName: z.string(),
  ...maybeMachineFields,
  ...maybeSiteFields,
  amount: z.int(),
  /** reported out by the machine although the books held none */
  missing: z.int(),
  costFen: moneyFen(),
  stockBefore: z.int().nullable(),
  stockAfter: z.int().nullable(),
  equipmentStockBefore: z.int().nullable(),
  equipmentStockAfter: z.int().nullable(),
  userName: z.string().nullable(),
  note: z.string().nullable(),
});
export type MovementRecord = z.infer<typeof movementRecord>;
