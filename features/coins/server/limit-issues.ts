import { sql } from 'drizzle-orm';
import { staffMember } from '#features/accounts/server/public.ts';
import { invalid } from '#kit/kernel/errors.ts';
import { businessDay } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { issuedOnDay, readLimit } from './issue-queries.ts';

/** Enough for gifts and complaints of a busy day, until the owner says otherwise. */
export const usualPerDay = 200;

interface Person {
  tenantId: string;
  userId: string;
}

export async function standing(reader: Reader, person: Person, now: Date) {
  const day = businessDay(now);
  const [member, limit, used] = await Promise.all([
    staffMember(reader, person.tenantId, person.userId),
    readLimit(reader, person.tenantId),
    issuedOnDay(reader, person, day),
  ]);
  // the coins are the owner's own
  const perDay = member?.owner ? null : (limit ?? usualPerDay);
  return { perDay, used, left: perDay === null ? null : Math.max(0, perDay - used), day };
}

/** Until the transaction ends nobody else decides about the same person: calls side by side can not pass the limit together. */
export async function lockIssuer(tx: Tx, { tenantId, userId }: Person): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`coin_issue:${tenantId}:${userId}`}, 0))`,
  );
}

/** Under the lock; answers the day it counts on. */
export async function spendIssue(tx: Tx, person: Person, coins: number, now: Date): Promise<string> {
  const { left, day } = await standing(tx, person, now);
  if (left !== null && coins > left) throw invalid('coins:error.perDay', { left });
  return day;
}
