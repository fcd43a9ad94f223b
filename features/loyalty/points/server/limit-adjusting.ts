import { staffMember } from '#features/base/accounts/server/public.ts';
import { allowanceLeft, giveWorth, inUnits, worthOf } from '#features/money/allowance/server/public.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import type { PointUnit } from '../contract/kinds.ts';
import { readRule } from './rule-queries.ts';

interface Person {
  tenantId: string;
  userId: string;
}

/** The most at one time; null: the points are the person's own to give. */
async function mostOf(reader: Reader, { tenantId, userId }: Person): Promise<number | null> {
  const [member, rule] = await Promise.all([
    staffMember(reader, tenantId, userId),
    readRule(reader, tenantId),
  ]);
  return member?.owner ? null : rule.adjustMost;
}

/** What of the allowance of the day is left, counted in points; null: without a limit. */
export async function leftInPoints({ db, services, session, clock }: StaffContext) {
  const [most, { perDayFen, leftFen }, points] = await Promise.all([
    mostOf(db.read, session),
    allowanceLeft(db.read, session, clock.now()),
    inUnits(db.read, services, 'point', session.tenantId),
  ]);
  return {
    most,
    perDay: perDayFen === null ? null : points(perDayFen),
    left: leftFen === null ? null : points(leftFen),
  };
}

export async function assertMost(
  tx: Tx,
  { session }: StaffContext,
  { amount, field }: { amount: number; field: string },
): Promise<void> {
  const most = await mostOf(tx, session);
  if (most !== null && amount > most) throw invalidField(field, 'points:error.mostAtOnce', { most });
}

/**
 * Points and tickets given, taken or promised in somebody's name. What is taken counts like what is given: it can do as
 * much harm. Answers the day it counts on.
 */
export async function spendAllowance(
  tx: Tx,
  context: StaffContext,
  wish: {
    door: 'points' | 'ticketCode';
    subjectId: string;
    unit: PointUnit;
    amount: number;
    field: string;
  },
): Promise<string> {
  const { door, subjectId, unit, amount, field } = wish;
  await assertMost(tx, context, wish);
  const { tenantId } = context.session;
  const worthFen = await worthOf(tx, context.services, { [unit]: amount }, tenantId);
  return giveWorth(tx, context, { door, subjectId, units: amount, worthFen, field });
}
