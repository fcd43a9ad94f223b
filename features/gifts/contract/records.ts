import { z } from 'zod';

export const movementKinds = ['in', 'out', 'correct', 'load', 'unload', 'won'] as const;
export type MovementKind = (typeof movementKinds)[number];
/** What staff book in the warehouse itself. */
export const warehouseKinds = ['in', 'out', 'correct'] as const;

export const placementStates = ['none', 'low', 'ok'] as const;
export type PlacementState = (typeof placementStates)[number];

export const maxPieces = 9_999_999;
export const typeRecord = z.object({ id: z.string(), name: z.string(), sort: z.int(), giftCount: z.int() });
export type GiftTypeRecord = z.infer<typeof typeRecord>;

export const giftRecord = z.object({
  id: z.string(),
  name: z.string(),
  typeId: z.string(),
  typeName: z.string(),
  picture: z.string().nullable(),
  costFen: z.int(),
  /** in the warehouse */
  stock: z.int(),
  alarmThreshold: z.int(),
  lowStock: z.boolean(),
  /** devices that hold it, and how many pieces lie in them */
  equipmentNumber: z.int(),
  equipmentStock: z.int(),
  createdAt: z.string(),
});
export type GiftRecord = z.infer<typeof giftRecord>;

export const placementRecord = z.object({
  equipmentId: z.string(),
  /** null: the machine left the merchant, what lay in it is still on the books */
  equipmentNo: z.int().nullable(),
  equipmentName: z.string().nullable(),
  equipmentType: z.string().nullable(),
  code: z.string().nullable(),
  fieldId: z.string().nullable(),
  fieldName: z.string().nullable(),
  state: z.enum(placementStates),
  giftId: z.string().nullable(),
  giftName: z.string().nullable(),
  picture: z.string().nullable(),
  costFen: z.int().nullable(),
  stock: z.int(),
  capacity: z.int().nullable(),
  alarmThreshold: z.int().nullable(),
  /** left in the warehouse of the gift that lies in it */
  warehouseStock: z.int().nullable(),
});
export type PlacementRecord = z.infer<typeof placementRecord>;

export const movementRecord = z.object({
  id: z.string(),
  createdAt: z.string(),
  kind: z.enum(movementKinds),
  giftId: z.string(),
  giftName: z.string(),
  equipmentId: z.string().nullable(),
  equipmentNo: z.int().nullable(),
  equipmentName: z.string().nullable(),
  fieldName: z.string().nullable(),
  amount: z.int(),
  /** reported out by the machine although the books held none */
  missing: z.int(),
  costFen: z.int(),
  stockBefore: z.int().nullable(),
  stockAfter: z.int().nullable(),
  equipmentStockBefore: z.int().nullable(),
  equipmentStockAfter: z.int().nullable(),
  userName: z.string().nullable(),
  note: z.string().nullable(),
});
export type MovementRecord = z.infer<typeof movementRecord>;
