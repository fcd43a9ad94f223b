import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { staffMember } from '#features/accounts/server/public.ts';
import { forbidden, invalidField } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { mayUse, type StaffSession } from '#kit/server/session.ts';
import { insert, rows } from '#kit/server/tables.ts';
import { adjust } from '../contract/adjust.ts';
import { pointAdjustments, pointPromises, ticketCodes } from '../tables.ts';
import { readRule } from './rule-queries.ts';

interface Person {
  tenantId: string;
  userId: string;
}

/** Given, taken and promised by codes and on paper: all of it counts together. What was revoked unclaimed never left. */
async function usedOnDay(reader: Reader, { tenantId, userId }: Person, day: string): Promise<number> {
  const scope = tenantScope(tenantId);
  const [adjustment, code] = [rows(scope, pointAdjustments), rows(scope, ticketCodes)];
  const promise = rows(scope, pointPromises);
  const [[adjusted], [promised], [onPaper]] = await Promise.all([
    reader
      .select({ sum: sql`coalesce(sum(abs(${adjustment.amount})), 0)`.mapWith(Number) })
      .from(adjustment)
      .where(and(eq(adjustment.userId, userId), eq(adjustment.day, day))),
    reader
      .select({ sum: sql`coalesce(sum(${code.tickets}), 0)`.mapWith(Number) })
      .from(code)
      .where(
        and(
          eq(code.userId, userId),
          eq(code.day, day),
          or(isNull(code.revokedAt), sql`${code.claimedAt} is not null`),
        ),
      ),
    reader
      .select({ sum: sql`coalesce(sum(${promise.amount}), 0)`.mapWith(Number) })
      .from(promise)
      .where(and(eq(promise.userId, userId), eq(promise.day, day))),
  ]);
  return (adjusted?.sum ?? 0) + (promised?.sum ?? 0) + (onPaper?.sum ?? 0);
}

/** Null: the points are the person's own to give. */
export async function standing(reader: Reader, person: Person, now: Date) {
  const day = businessDay(now);
  const [member, rule, used] = await Promise.all([
    staffMember(reader, person.tenantId, person.userId),
    readRule(reader, person.tenantId),
    usedOnDay(reader, person, day),
  ]);
  if (member?.owner) return { day, most: null, perDay: null, left: null };
  const { adjustMost: most, adjustPerDay: perDay } = rule;
  return { day, most, perDay, left: Math.max(0, perDay - used) };
}

/** Until the transaction ends nobody else decides about the same person; answers the day it counts on. */
export async function spendAllowance(
  tx: Tx,
  { tenantId, userId }: Person,
  wish: { amount: number; atOnce?: number; field: string },
  now: Date,
): Promise<string> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`point_adjustment:${tenantId}:${userId}`}, 0))`,
  );
  const { day, most, left } = await standing(tx, { tenantId, userId }, now);
  if (most !== null && (wish.atOnce ?? wish.amount) > most)
    throw invalidField(wish.field, 'points:error.mostAtOnce', { most });
  if (left !== null && wish.amount > left) throw invalidField(wish.field, 'points:error.perDay', { left });
  return day;
}

/**
 * Points or tickets that somebody promises many people at once: what each of them gets is held against the most at one
 * time, all of it against the day. It counts on that day, whatever becomes of the paper.
 */
export async function promisePoints(
  tx: Tx,
  person: Person,
  wish: { each: number; count: number; field: string },
  now: Date,
): Promise<string> {
  const { each, count, field } = wish;
  const day = await spendAllowance(tx, person, { amount: each * count, atOnce: each, field }, now);
  await insert(tx, tenantScope(person.tenantId), pointPromises, {
    id: newId(now.getTime()),
    createdAt: now,
    userId: person.userId,
    day,
    amount: each * count,
  });
  return day;
}

/** The owner sets limits, or somebody whom they do not limit: nobody raises a limit for themselves. */
export async function assertNotLimited(tx: Tx, session: StaffSession): Promise<void> {
  const member = await staffMember(tx, session.tenantId, session.userId);
  if (!member?.owner && mayUse(session, adjust)) throw forbidden('points:error.ownLimit');
}
