import { sql } from 'drizzle-orm';
import { staffMember } from '#features/accounts/server/public.ts';
import { piecesOfSubject } from '#features/devices/server/public.ts';
import { invalid } from '#kit/kernel/errors.ts';
import { businessDay, startOfDay } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { type IssueLimit, issuedOnDay, readLimit } from './issue-queries.ts';

/** Enough for gifts and complaints of a busy day, and to try every lane of some machines, until the owner says otherwise. */
export const usualLimit: IssueLimit = { perDay: 200, goodsPerDay: 200 };

export interface Person {
  tenantId: string;
  userId: string;
}

/** Coins that a person has promised and that nobody has taken yet. */
export type Promised = (reader: Reader, person: Person, day: string, now: Date) => Promise<number>;

const promises = new WeakMap<Services, Promised[]>();

/** Called from the `start` of features in which staff promise coins: what they promise counts from that day. */
export function countPromised(services: Services, promised: Promised): void {
  promises.set(services, [...(promises.get(services) ?? []), promised]);
}

/** What of a limit holds for a person: null where the coins are the person's own. */
async function limitOf(reader: Reader, { tenantId, userId }: Person): Promise<IssueLimit | null> {
  const [member, limit] = await Promise.all([
    staffMember(reader, tenantId, userId),
    readLimit(reader, tenantId),
  ]);
  return member?.owner ? null : (limit ?? usualLimit);
}

/** All ways count together: into an account, from a machine, onto a machine, promised by a link. */
export async function standing(reader: Reader, services: Services, person: Person, now: Date) {
  const day = businessDay(now);
  const [limit, issued, ...promised] = await Promise.all([
    limitOf(reader, person),
    issuedOnDay(reader, person, day),
    ...(promises.get(services) ?? []).map((ask) => ask(reader, person, day, now)),
  ]);
  const used = promised.reduce((sum, coins) => sum + coins, issued);
  const perDay = limit?.perDay ?? null;
  return { perDay, used, left: perDay === null ? null : Math.max(0, perDay - used), day };
}

/** Until the transaction ends nobody else decides about the same person: calls side by side can not pass the limit together. */
export async function lockIssuer(tx: Tx, { tenantId, userId }: Person): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`coin_issue:${tenantId}:${userId}`}, 0))`,
  );
}

/** Under the lock; answers the day it counts on. */
export async function spendIssue(
  tx: Tx,
  services: Services,
  person: Person,
  coins: number,
  now: Date,
): Promise<string> {
  const { left, day } = await standing(tx, services, person, now);
  if (left !== null && coins > left) throw invalid('coins:error.perDay', { left });
  return day;
}

/** By which the pieces are found that a person let out for trial. */
export const trialOf = ({ userId }: Person) => ({ kind: 'vending.test', id: userId });

/** Under the lock. */
export async function spendGoods(tx: Tx, person: Person, pieces: number, now: Date): Promise<void> {
  const since = startOfDay(businessDay(now));
  const [limit, used] = await Promise.all([
    limitOf(tx, person),
    piecesOfSubject(tx, person.tenantId, trialOf(person), since),
  ]);
  if (limit && used + pieces > limit.goodsPerDay)
    throw invalid('coins:error.goodsPerDay', { left: Math.max(0, limit.goodsPerDay - used) });
}
