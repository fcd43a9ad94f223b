import { eq, sql } from 'drizzle-orm';
import { jobRoles, type StaffMember, staffMember } from '#features/accounts/server/public.ts';
import { forbidden, invalid, missing } from '#kit/kernel/errors.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { StaffSession } from '#kit/server/session.ts';
import { insert, rows, update } from '#kit/server/tables.ts';
import { maxCoins, type remotecreditContract } from '../contract.ts';
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

async function limitOf(reader: Reader, tenantId: string, member: StaffMember | undefined): Promise<Limit> {
  if (member?.owner) return ownersLimit;
  if (!member?.roleId) return usualLimit;
  const limit = rows(tenantScope(tenantId), remoteCreditLimits);
  const [found] = await reader
    .select({ perCredit: limit.perCredit, perDay: limit.perDay })
    .from(limit)
    .where(eq(limit.roleId, member.roleId));
  return found ?? usualLimit;
}

type Person = Pick<StaffSession, 'tenantId' | 'userId'>;

async function standing(reader: Reader, { tenantId, userId }: Person, now: Date) {
  const day = businessDay(now);
  const [limit, credited, linked] = await Promise.all([
    staffMember(reader, tenantId, userId).then((member) => limitOf(reader, tenantId, member)),
    creditedOnDay(reader, tenantId, userId, day),
    linkedOnDay(reader, { tenantId, userId, day }, now),
  ]);
  const used = credited + linked;
  return { ...limit, used, left: limit.perDay === null ? null : Math.max(0, limit.perDay - used), day };
}

export const readAllowance: Handler<typeof remotecreditContract.readAllowance> = (context) =>
  standing(context.db.read, context.session, context.clock.now());

/**
 * Until the transaction ends nobody else decides about the same person, so that calls side by side can not pass the
 * limit together.
 */
export async function lockAllowance(tx: Tx, { tenantId, userId }: Person): Promise<void> {
  const key = `remote_credit:${tenantId}:${userId}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** Under the lock: refuses more than the person may give at once or today; answers the day it counts on. */
export async function spendAllowance(tx: Tx, person: Person, coins: number, now: Date): Promise<string> {
  const { perCredit, left, day } = await standing(tx, person, now);
  if (coins > perCredit) throw invalid('remotecredit:error.perCredit', { max: perCredit });
  if (left !== null && coins > left) throw invalid('remotecredit:error.perDay', { left });
  return day;
}

export const listLimits: Handler<typeof remotecreditContract.listLimits> = async ({ db, session }) => {
  const { tenantId } = session;
  const limit = rows(tenantScope(tenantId), remoteCreditLimits);
  const [roles, set, own] = await Promise.all([
    jobRoles(db.read, tenantId),
    db.read.select().from(limit),
    staffMember(db.read, tenantId, session.userId),
  ]);
  const byRole = new Map(set.map((row) => [row.roleId, row]));
  return roles.map(({ id, name }) => {
    const { perCredit, perDay } = byRole.get(id) ?? usualLimit;
    return {
      roleId: id,
      roleName: name,
      perCredit,
      perDay,
      usual: !byRole.has(id),
      editable: own?.roleId !== id,
    };
  });
};

/** Nobody sets what they may do themselves, nor gives more than they have. */
async function assertMaySet(tx: Tx, session: StaffSession, roleId: string, wanted: Required<Limit>) {
  const own = await staffMember(tx, session.tenantId, session.userId);
  if (own?.owner) return;
  if (own?.roleId === roleId) throw forbidden('remotecredit:error.ownLimit');
  const mine = await limitOf(tx, session.tenantId, own);
  if (wanted.perCredit > mine.perCredit || (mine.perDay !== null && (wanted.perDay ?? 0) > mine.perDay))
    throw forbidden('remotecredit:error.moreThanOwn');
}

export const saveLimit: Handler<typeof remotecreditContract.saveLimit> = async (context, input) => {
  const { session } = context;
  const scope = tenantScope(session.tenantId);
  await context.db.transaction(async (tx) => {
    const role = (await jobRoles(tx, session.tenantId)).find(({ id }) => id === input.roleId);
    if (!role) throw missing();
    await assertMaySet(tx, session, input.roleId, input);
    const limit = rows(scope, remoteCreditLimits);
    const [before] = await tx.select().from(limit).where(eq(limit.roleId, input.roleId)).for('update');
    const after = { perCredit: input.perCredit, perDay: input.perDay };
    if (before)
      await update(tx, scope, remoteCreditLimits, (columns) => eq(columns.roleId, input.roleId), after);
    else await insert(tx, scope, remoteCreditLimits, { roleId: input.roleId, ...after });
    await audit(tx, context, {
      action: 'remotecredit.saveLimit',
      entity: 'remoteCreditLimit',
      entityId: input.roleId,
      label: role.name,
      before: before ? { perCredit: before.perCredit, perDay: before.perDay } : { ...usualLimit },
      after,
    });
    await emit(tx, tenantTopic(session.tenantId), 'remoteCredit.limits', {});
  });
  return {};
};
