import { type StaffMember, staffMember } from '#features/accounts/server/public.ts';
import { lockIssuer, spendIssue } from '#features/coins/server/public.ts';
import { invalid } from '#kit/kernel/errors.ts';
import { businessDay } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import type { StaffSession } from '#kit/server/session.ts';
import { find } from '#kit/server/tables.ts';
import { maxCoins } from '../contract.ts';
import { remoteCreditLimits } from '../tables.ts';
import { creditedOnDay } from './credit-queries.ts';
import { linkedOnDay } from './link-queries.ts';

export interface Limit {
  perCredit: number;
  /** null: without a limit */
  perDay: number | null;
}

/** Enough to make up for swallowed coins at the machine, too little to be worth a theft. */
export const usualLimit = { perCredit: 10, perDay: 50 };
/** The coins are the owner's own; a machine takes no more at once. */
const ownersLimit: Limit = { perCredit: maxCoins, perDay: null };

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

type Person = Pick<StaffSession, 'tenantId' | 'userId'>;

export async function standing(reader: Reader, { tenantId, userId }: Person, now: Date) {
  const day = businessDay(now);
  const [limit, credited, linked] = await Promise.all([
    staffMember(reader, tenantId, userId).then((member) => limitOf(reader, tenantId, member)),
    creditedOnDay(reader, tenantId, userId, day),
    linkedOnDay(reader, { tenantId, userId, day }, now),
  ]);
  const used = credited + linked;
  return { ...limit, used, left: limit.perDay === null ? null : Math.max(0, limit.perDay - used), day };
}

/**
 * Until the transaction ends nobody else decides about the same person, so that calls side by side can not pass the
 * limit together.
 */
export const lockAllowance = (tx: Tx, person: Person): Promise<void> => lockIssuer(tx, person);

/**
 * Under the lock: refuses more than the person may credit at once or today, and more than the person may let out today
 * in all ways together; answers the day it counts on.
 */
export async function spendAllowance(
  tx: Tx,
  services: Services,
  person: Person,
  coins: number,
  now: Date,
): Promise<string> {
  const { perCredit, left } = await standing(tx, person, now);
  if (coins > perCredit) throw invalid('remotecredit:error.perCredit', { max: perCredit });
  if (left !== null && coins > left) throw invalid('remotecredit:error.perDay', { left });
  return spendIssue(tx, services, person, coins, now);
}
