import { z } from 'zod';
import { int, longText, moneyFen, text } from '#kit/contract/schemas.ts';
import { deviceTypes } from '#kit/protocol/types/names.ts';

/**
 * online includes machines with a fault; fault are those online ones that report one; uncontrolled machines have no
 * controller of ours and are neither on nor off.
 */
export const deviceFilterStates = ['online', 'offline', 'fault', 'uncontrolled'] as const;
export type DeviceFilterState = (typeof deviceFilterStates)[number];

export const deviceRecord = z.object({
  equipmentId: z.string(),
  code: z.string(),
  number: z.int(),
  name: z.string().nullable(),
  type: z.enum(deviceTypes),
  fieldId: z.string(),
  fieldName: z.string(),
  remark: z.string().nullable(),
  priceFen: z.int().nullable(),
  controlled: z.boolean(),
  online: z.boolean(),
  busy: z.boolean(),
  faults: z.array(z.string()),
  signalKind: z.string().nullable(),
  signalDbm: z.int().nullable(),
  model: z.string().nullable(),
  firmware: z.string().nullable(),
  /** when it last came or went */
  changedAt: z.string().nullable(),
  lastSeenAt: z.string().nullable(),
  createdAt: z.string(),
  /** offered to another merchant who has not answered yet */
  offered: z.boolean(),
});
export type DeviceRecord = z.infer<typeof deviceRecord>;

export const deviceNumber = () => int(1, 99_999);
/** What people write about a device. */
export const deviceFields = {
  name: text(40).optional().nullable(),
  remark: longText(200).optional().nullable(),
  priceFen: moneyFen(0, 100_000_00).optional().nullable(),
};
/** A printed code, or the link of a label that holds it. */
export const scannedCode = () => text(300);
