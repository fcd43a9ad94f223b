import { staffMember } from '#features/base/accounts/server/public.ts';
import { piecesOfSubject } from '#features/machines/devices/server/public.ts';
import {
  allowanceLeft,
  giveWorth,
  inUnits,
  lockGiver,
  worthOf,
} from '#features/money/allowance/server/public.ts';
import { invalid } from '#kit/kernel/errors.ts';
import { businessDay, startOfDay } from '#kit/kernel/time.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { type IssueLimit, readLimit } from './issue-queries.ts';

/** Enough to try every lane of some machines, until the owner says otherwise. Coins count against the one allowance. */
export const usualLimit: IssueLimit = { goodsPerDay: 200 };

interface Person {
  tenantId: string;
  userId: string;
}

/** What of the allowance of the day is left, counted in coins; null: without a limit. */
export async function leftInCoins({ db, services, session, clock }: StaffContext) {
  const [{ perDayFen, usedFen, leftFen }, coins] = await Promise.all([
    allowanceLeft(db.read, session, clock.now()),
    inUnits(db.read, services, 'coin', session.tenantId),
  ]);
  return {
    perDay: perDayFen === null ? null : coins(perDayFen),
    used: coins(usedFen),
    left: leftFen === null ? null : coins(leftFen),
  };
}

/** Before the look for an earlier call of the same wish. */
export const lockIssuer = (tx: Tx, { session, clock }: Pick<StaffContext, 'session' | 'clock'>) =>
  lockGiver(tx, session, clock.now());

/** Under the lock; answers the day it counts on. */
export async function spendIssue(
  tx: Tx,
  context: StaffContext,
  { id, coins }: { id: string; coins: number },
): Promise<string> {
  const worthFen = await worthOf(tx, context.services, { coin: coins }, context.session.tenantId);
  return giveWorth(tx, context, { door: 'coin', subjectId: id, units: coins, worthFen });
}

/** By which the pieces are found that a person let out for trial. */
export const trialOf = ({ userId }: Person) => ({ kind: 'vending.test', id: userId });

async function goodsLimit(reader: Reader, { tenantId, userId }: Person): Promise<number | null> {
  const [member, limit] = await Promise.all([
    staffMember(reader, tenantId, userId),
    readLimit(reader, tenantId),
  ]);
  return member?.owner ? null : (limit ?? usualLimit).goodsPerDay;
}

/** Under the lock. */
export async function spendGoods(tx: Tx, person: Person, pieces: number, now: Date): Promise<void> {
  const since = startOfDay(businessDay(now));
  const [limit, used] = await Promise.all([
    goodsLimit(tx, person),
    piecesOfSubject(tx, person.tenantId, trialOf(person), since),
  ]);
  if (limit !== null && used + pieces > limit)
    throw invalid('coins:error.goodsPerDay', { left: Math.max(0, limit - used) });
}
