import { staffMember } from '#features/base/accounts/server/public.ts';
import { giveUnits, leftInUnits } from '#features/money/allowance/server/public.ts';
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
export async function leftInPoints(context: StaffContext) {
  const [most, { perDay, left }] = await Promise.all([
    mostOf(context.db.read, context.session),
    leftInUnits(context, 'point'),
  ]);
  return { most, perDay, left };
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
  const { amount, ...gift } = wish;
  await assertMost(tx, context, wish);
  return giveUnits(tx, context, { ...gift, units: amount });
}
