import { type StaffMember, staffMember } from '#features/base/accounts/server/public.ts';
import { giveUnits, leftInUnits, lockGiver } from '#features/money/allowance/server/public.ts';
import { invalid } from '#kit/kernel/errors.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find } from '#kit/server/tables.ts';
import { maxCoins } from '../contract.ts';
import { remoteCreditLimits } from '../tables.ts';

export interface Limit {
  perCredit: number;
}

/** Enough to make up for swallowed coins at the machine, too little to be worth a theft. */
export const usualLimit: Limit = { perCredit: 10 };
/** The coins are the owner's own; a machine takes no more at once. */
const ownersLimit: Limit = { perCredit: maxCoins };

export async function limitOf(
  reader: Reader,
  tenantId: string,
  member: StaffMember | undefined,
): Promise<Limit> {
  if (member?.owner) return ownersLimit;
  if (!member?.roleId) return usualLimit;
  const [found] = await find(reader, tenantScope(tenantId), remoteCreditLimits, { roleId: member.roleId });
  return found ?? usualLimit;
}

/** The most at once, and what of the allowance of the day is left, counted in coins; null: without a limit. */
export async function leftInCoins(context: StaffContext) {
  const { db, session } = context;
  const { tenantId, userId } = session;
  const [member, left] = await Promise.all([
    staffMember(db.read, tenantId, userId),
    leftInUnits(context, 'coin'),
  ]);
  return { perCredit: (await limitOf(db.read, tenantId, member)).perCredit, ...left };
}

/** Before the look for an earlier call of the same wish. */
export const lockAllowance = (tx: Tx, { session, clock }: StaffContext) =>
  lockGiver(tx, session, clock.now());

/**
 * Under the lock: refuses more than the person may credit at once, and more than is left of the allowance; answers the
 * day it counts on.
 */
export async function spendAllowance(
  tx: Tx,
  context: StaffContext,
  wish: { door: 'credit' | 'link'; subjectId: string; coins: number; lapsesAt?: Date },
): Promise<string> {
  const { coins, ...gift } = wish;
  const { tenantId, userId } = context.session;
  const { perCredit } = await limitOf(tx, tenantId, await staffMember(tx, tenantId, userId));
  if (coins > perCredit) throw invalid('remotecredit:error.perCredit', { max: perCredit });
  return giveUnits(tx, context, { ...gift, unit: 'coin', units: coins });
}
