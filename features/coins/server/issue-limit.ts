import { sql } from 'drizzle-orm';
import { staffMember } from '#features/accounts/server/public.ts';
import { invalid } from '#kit/kernel/errors.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import type { issueContract } from '../contract/issue.ts';
import { issuedOnDay, readLimit, writeLimit } from './issue-queries.ts';

/** Enough for gifts and complaints of a busy day, until the owner says otherwise. */
export const usualPerDay = 200;

interface Person {
  tenantId: string;
  userId: string;
}

async function standing(reader: Reader, person: Person, now: Date) {
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

export const readIssueAllowance: Handler<typeof issueContract.readIssueAllowance> = ({
  db,
  session,
  clock,
}) => standing(db.read, session, clock.now());

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

export const readIssueLimit: Handler<typeof issueContract.readIssueLimit> = async ({ db, session }) => ({
  perDay: (await readLimit(db.read, session.tenantId)) ?? usualPerDay,
});

export const saveIssueLimit: Handler<typeof issueContract.saveIssueLimit> = async (context, { perDay }) => {
  const { tenantId } = context.session;
  await context.db.transaction(async (tx) => {
    const before = (await readLimit(tx, tenantId)) ?? usualPerDay;
    await writeLimit(tx, tenantId, perDay);
    await audit(tx, context, {
      action: 'coins.saveLimit',
      entity: 'coinIssueLimit',
      entityId: tenantId,
      label: '',
      before: { perDay: before },
      after: { perDay },
    });
    await emit(tx, tenantTopic(tenantId), 'coinIssue.limit', {});
  });
  return {};
};
