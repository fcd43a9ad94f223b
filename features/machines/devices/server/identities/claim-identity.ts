import { randomInt } from 'node:crypto';
import { and, count, eq, gt } from 'drizzle-orm';
import { type AppError, invalidField, tooMany } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Tx } from '#kit/server/database.ts';
import { deviceRefusals } from '../../tables.ts';
import type { IdentityRow } from './identity-queries.ts';

/** Without letters and digits that people mistake for each other when they read a label. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const randomPart = (length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

const prefixes: Record<DeviceType, string> = {
  claw: 'CW',
  exchange: 'CX',
  vending: 'VM',
  lipstick: 'LK',
  lottery: 'LT',
  cabinet: 'GC',
  deposit: 'DP',
};
export const newCode = (type: DeviceType) => prefixes[type] + randomPart(8);
/** For machines without a controller of ours: a label, but nothing that could log in under it. */
export const newUncontrolledCode = () => `NC${randomPart(8)}`;

const pinTries = 5;
const pinWindowMs = 15 * minuteMs;
const wrongPin = 'claimPin';

/**
 * Whether the pin opens the identity. A wrong try is written down, so the caller must let the transaction commit and
 * refuse afterwards; the row is locked, so parallel guesses count one after another.
 */
export async function checkClaimPin(
  tx: Tx,
  identity: IdentityRow,
  pin: string | undefined,
  now: Date,
): Promise<AppError | undefined> {
  if (!pin) return invalidField('claimPin', 'kit:validation.required');
  const [tries] = await tx
    .select({ number: count() })
    .from(deviceRefusals)
    .where(
      and(
        eq(deviceRefusals.code, identity.code),
        eq(deviceRefusals.reason, wrongPin),
        gt(deviceRefusals.at, new Date(now.getTime() - pinWindowMs)),
      ),
    );
  if ((tries?.number ?? 0) >= pinTries)
    return tooMany('devices:error.tooManyPins', { minutes: pinWindowMs / minuteMs });
  if (pin === identity.claimPin) return undefined;
  await tx
    .insert(deviceRefusals)
    .values({ at: now, id: newId(now.getTime()), code: identity.code, reason: wrongPin });
  return invalidField('claimPin', 'devices:error.wrongPin');
}
