import { sql } from 'drizzle-orm';
import { madeBy, makersOf } from '#features/base/accounts/server/public.ts';
import { type AppError, conflict, invalid, invalidField } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { businessDay, dayMs } from '#kit/kernel/time.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, insert, update } from '#kit/server/tables.ts';
import { allowanceChanged, type Door } from '../contract.ts';
import { makerDays } from '../rules/worth-rules.ts';
import { allowanceGiven } from '../tables.ts';
import { limitOf } from './limit-queries.ts';

export interface Person {
  tenantId: string;
  userId: string;
}

/** In whose name something is given, and now. */
export type Giver = Pick<StaffContext, 'services' | 'clock'> & {
  session: Person & { name: string };
};

export interface Gift {
  door: Door;
  /** the door's own id of what is given: said again it counts once */
  subjectId: string;
  /** pieces of it, for a part that comes back */
  units: number;
  worthFen: number;
  /** a promise counts no longer than until then, unless it is taken up */
  lapsesAt?: Date;
  /** nobody can say how much it comes to: more than anybody may give alone, but the owner */
  endless?: boolean;
  /** of the form, beside which a refusal stands */
  field?: string;
}

const since = (now: Date) => new Date(now.getTime() - makerDays * dayMs);

const lockOne = (tx: Tx, tenantId: string, userId: string) => holdName(tx, 'allowance', tenantId, userId);

/**
 * Until the transaction ends nobody else decides about the same person, nor about people who share an allowance: calls side
 * by side can not pass the limit together. Always in the order of ids.
 */
export async function lockGiver(tx: Tx, person: Person, now: Date): Promise<string[]> {
  const locked: string[] = [];
  for (;;) {
    // a person who changed the account while we waited is locked as well
    const makers = (await makersOf(tx, person, since(now))).sort();
    const missing = makers.filter((id) => !locked.includes(id));
    if (missing.length === 0) return makers;
    for (const id of missing) await lockOne(tx, person.tenantId, id);
    locked.push(...missing);
  }
}

/** What counts on a day of all that these people gave. */
async function usedBy(reader: Reader, tenantId: string, userIds: readonly string[], day: string, now: Date) {
  const [found] = await reader.execute<{ fen: string }>(sql`
    select coalesce(sum(counts_fen), 0) as fen from allowance_given
    where tenant_id = ${tenantId} and day = ${day}::date and request_id is null
      and user_id in (${sql.join(
        userIds.map((id) => sql`${id}::uuid`),
        sql`, `,
      )})
      and (lapses_at is null or lapses_at > ${now.toISOString()}::timestamptz)`);
  return Number(found?.fen ?? 0);
}

export interface AllowanceLeft {
  day: string;
  /** null: without a limit */
  perDayFen: number | null;
  aloneFen: number | null;
  usedFen: number;
  leftFen: number | null;
  shared: boolean;
}

/**
 * What a person may still give. What the accounts that somebody made lately give is part of what the maker may give, all
 * along the chain: so it is the least that anybody of it has left.
 */
export async function allowanceLeft(reader: Reader, person: Person, now: Date): Promise<AllowanceLeft> {
  const { tenantId, userId } = person;
  const day = businessDay(now);
  const { limit } = await limitOf(reader, person);
  if (!limit) {
    const usedFen = await usedBy(reader, tenantId, [userId], day, now);
    return { day, perDayFen: null, aloneFen: null, usedFen, leftFen: null, shared: false };
  }
  const makers = await makersOf(reader, person, since(now));
  let { perDayFen, aloneFen } = limit;
  let shared = makers.length > 1;
  let [usedFen, leftFen] = [0, Number.POSITIVE_INFINITY];
  for (const maker of new Set([userId, ...makers])) {
    const group = await madeBy(reader, { tenantId, userId: maker }, since(now));
    shared ||= group.length > 1;
    const used = await usedBy(reader, tenantId, group, day, now);
    const above = maker === userId ? limit : (await limitOf(reader, { tenantId, userId: maker })).limit;
    if (!above) continue;
    perDayFen = Math.min(perDayFen, above.perDayFen);
    aloneFen = Math.min(aloneFen, above.aloneFen);
    if (maker === userId) usedFen = used;
    leftFen = Math.min(leftFen, Math.max(0, above.perDayFen - used));
  }
  return { day, perDayFen, aloneFen, usedFen, leftFen, shared };
}

const refusal = (gift: Gift, key: string, fen: number): AppError => {
  const params = { left: formatFen(fen), worth: formatFen(gift.worthFen) };
  return gift.field ? invalidField(gift.field, key, params) : invalid(key, params);
};

/** Why it is more than the person may give alone; undefined: it is not. Under the lock. */
export async function beyond(tx: Tx, giver: Giver, gift: Gift): Promise<AppError | undefined> {
  const { leftFen, aloneFen } = await allowanceLeft(tx, giver.session, giver.clock.now());
  if (leftFen !== null && gift.worthFen > leftFen) return refusal(gift, 'allowance:error.perDay', leftFen);
  if (aloneFen !== null && (gift.endless || gift.worthFen > aloneFen))
    return refusal(gift, 'allowance:error.alone', aloneFen);
  return undefined;
}

export async function writeGiven(
  tx: Tx,
  { session, clock }: Giver,
  { door, subjectId, units, worthFen, lapsesAt }: Gift,
  requestId: string | null = null,
): Promise<string> {
  const now = clock.now();
  const day = businessDay(now);
  await insert(tx, tenantScope(session.tenantId), allowanceGiven, {
    ...{ id: newId(now.getTime()), createdAt: now, userId: session.userId, userName: session.name },
    ...{ day, door, subjectId, units, worthFen, countsFen: worthFen, lapsesAt: lapsesAt ?? null, requestId },
  });
  await emit(tx, tenantTopic(session.tenantId), allowanceChanged);
  return day;
}

/**
 * Value that leaves in somebody's name, now: refused where it is more than the person may give, with what is left.
 * Answers the day it counts on.
 */
export async function giveWorth(tx: Tx, giver: Giver, gift: Gift): Promise<string> {
  const { session, clock } = giver;
  await lockGiver(tx, session, clock.now());
  const { door, subjectId } = gift;
  const [known] = await find(tx, tenantScope(session.tenantId), allowanceGiven, { door, subjectId });
  if (known) {
    if (known.worthFen !== gift.worthFen || known.userId !== session.userId)
      throw conflict('allowance:error.otherGift');
    return known.day;
  }
  const refused = await beyond(tx, giver, gift);
  if (refused) throw refused;
  return writeGiven(tx, giver, gift);
}

/** So many of the pieces have left for good: the rest did not, or came back, and counts no more. */
export async function settleWorth(
  tx: Tx,
  tenantId: string,
  which: { door: Door; subjectId: string },
  kept: number,
): Promise<void> {
  const scope = tenantScope(tenantId);
  const [given] = await find(tx, scope, allowanceGiven, which, 'update');
  if (!given) return;
  const countsFen = Math.ceil((given.worthFen * Math.max(0, Math.min(kept, given.units))) / given.units);
  if (countsFen === given.countsFen) return;
  await update(tx, scope, allowanceGiven, { id: given.id }, { countsFen });
  await emit(tx, tenantTopic(tenantId), allowanceChanged);
}

/** A promise was taken up, or is open again until then. */
export async function keepPromise(
  tx: Tx,
  tenantId: string,
  which: { door: Door; subjectId: string },
  lapsesAt: Date | null,
): Promise<void> {
  await update(tx, tenantScope(tenantId), allowanceGiven, which, { lapsesAt });
}
