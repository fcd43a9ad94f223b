import { z } from 'zod';
import { instant } from './schemas.ts';

/**
 * The three things that most records name, said one way everywhere: the fields of the wire, the column (`equipmentName`,
 * `fieldName`, `playerName` as its key), the cell and the words. `maybe` is for records that may be about none.
 */
const named = <K extends 'machine' | 'site' | 'member'>(kind: K) =>
  z
    .string()
    .nullable()
    .meta({ means: { kind }, label: `kit:thing.${kind}Label` });

/** `equipmentNo` is the number staff gave it, `equipmentName` what they call it, `typeName` its kind in words. */
export const machineFields = {
  equipmentId: z.string(),
  equipmentNo: z.int().nullable(),
  equipmentName: named('machine'),
};
export const maybeMachineFields = { ...machineFields, equipmentId: z.string().nullable() };

export const siteFields = { fieldId: z.string(), fieldName: named('site') };
export const maybeSiteFields = { ...siteFields, fieldId: z.string().nullable() };

export const memberFields = { playerId: z.string(), playerName: named('member') };
export const maybeMemberFields = { ...memberFields, playerId: z.string().nullable() };

/** When a thing that stays was made: a site, a package, an account. One word for all of them. */
export const creationTime = (precision?: 'minute' | 'second') =>
  instant(precision).meta({ label: 'kit:field.createdAt' });

/** When something happened, in a list of what happened: a movement, a payment, a log. */
export const entryTime = (precision?: 'minute' | 'second') =>
  instant(precision).meta({ label: 'kit:field.time' });
