import { type StaffMember, staffMember } from '#features/base/accounts/server/public.ts';
import {
  allowanceLeft,
  giveWorth,
  inUnits,
  lockGiver,
  worthOf,
} from '#features/money/allowance/server/public.ts';
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
export async function leftInCoins({ db, services, session, clock }: StaffContext) {
  const { tenantId, userId } = session;
  const [member, { perDayFen, usedFen, leftFen }, coins] = await Promise.all([
    staffMember(db.read, tenantId, userId),
    allowanceLeft(db.read, session, clock.now()),
    inUnits(db.read, services, 'coin', tenantId),
  ]);
  return {
    perCredit: (await limitOf(db.read, tenantId, member)).perCredit,
    perDay: perDayFen === null ? null : coins(perDayFen),
    used: coins(usedFen),
    left: leftFen === null ? null : coins(leftFen),
  };
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
  const { services, session } = context;
  const { coins, ...gift } = wish;
  const { tenantId, userId } = session;
  const { perCredit } = await limitOf(tx, tenantId, await staffMember(tx, tenantId, userId));
  if (coins > perCredit) throw invalid('remotecredit:error.perCredit', { max: perCredit });
  const worthFen = await worthOf(tx, services, { coin: coins }, tenantId);
  return giveWorth(tx, context, { ...gift, units: coins, worthFen });
}
