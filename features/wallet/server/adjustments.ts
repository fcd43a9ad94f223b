import { and, count, eq } from 'drizzle-orm';
import { findTenant, tenantNames, tenantsInTree } from '#features/accounts/server/public.ts';
import { sendSystemMessage } from '#features/content/server/public.ts';
import { conflict, invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, platformTopic, tenantTopic } from '#kit/server/outbox.ts';
import { orderBy, pageOfArray, selectPage } from '#kit/server/paging.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { insert, rows, type TenantTable, update } from '#kit/server/tables.ts';
import type { walletContract } from '../contract.ts';
import { walletAdjustments } from '../tables.ts';
import { platformAdjustment, walletAccount } from './account-names.ts';
import { balancesOf } from './balances.ts';
import { needsSecond, readPolicy } from './policy.ts';
import { spendAvailable } from './transfer-money.ts';
import { lockMoney } from './wallets.ts';

type Adjustments = typeof walletAdjustments extends TenantTable<infer T> ? T : never;
type AdjustmentRow = Adjustments['$inferSelect'];

async function post(tx: Tx, context: StaffContext, row: AdjustmentRow): Promise<void> {
  const { tenantId, walletId, amountFen } = row;
  await spendAvailable(
    tx,
    { tenantId, id: walletId },
    {
      key: `adjustment:${row.id}`,
      tenantId,
      kind: 'adjustment',
      subject: { kind: 'adjustment', id: row.id },
      legs: [
        { account: walletAccount(tenantId, walletId, 'available'), amount: amountFen },
        { account: platformAdjustment, amount: -amountFen },
      ],
      note: { remark: row.reason },
    },
  );
  await sendSystemMessage(tx, context.services.texts, {
    audience: { kind: 'tenant', tenantId },
    titleKey: amountFen < 0 ? 'wallet:message.deductedTitle' : 'wallet:message.returnedTitle',
    bodyKey: amountFen < 0 ? 'wallet:message.deductedBody' : 'wallet:message.returnedBody',
    params: { amount: formatFen(Math.abs(amountFen)), reason: row.reason },
    link: '/accountFlow',
  });
  await emit(tx, tenantTopic(tenantId), 'wallet.changed', {});
}

async function findByRequest(tx: Tx, tenantId: string, requestId: string) {
  const row = rows(tenantScope(tenantId), walletAdjustments);
  const [found] = await tx.select().from(row).where(eq(row.requestId, requestId));
  return found;
}

export const adjustMoney: Handler<typeof walletContract.adjustMoney> = async (context, input) => {
  const { session } = context;
  const { tenantId, reason, requestId } = input;
  const amountFen = input.direction === 'deduct' ? -input.amountFen : input.amountFen;
  return context.db.transaction(async (tx) => {
    const tenant = await findTenant(tx, tenantId);
    if (!tenant || tenant.realm === 'platform') throw invalidField('tenantId', 'wallet:error.noOrganisation');
    await lockMoney(tx, tenantId);
    const earlier = await findByRequest(tx, tenantId, requestId);
    if (earlier) {
      if (earlier.amountFen !== amountFen || earlier.reason !== reason)
        throw conflict('wallet:error.otherRequest');
      return { id: earlier.id, state: earlier.state };
    }
    const now = context.clock.now();
    const waits = needsSecond(await readPolicy(tx), input.amountFen);
    const [row] = await insert(tx, tenantScope(tenantId), walletAdjustments, {
      id: newId(now.getTime()),
      createdAt: now,
      walletId: tenantId,
      amountFen,
      reason,
      requestId,
      state: waits ? 'waiting' : 'done',
      askedBy: session.userId,
      askedByName: session.name,
      ...(waits ? {} : { decidedBy: session.userId, decidedByName: session.name, decidedAt: now }),
    });
    if (!waits) await post(tx, context, row as AdjustmentRow);
    await log(tx, context, row as AdjustmentRow, tenant.name);
    return { id: (row as AdjustmentRow).id, state: (row as AdjustmentRow).state };
  });
};

async function log(tx: Tx, context: StaffContext, row: AdjustmentRow, label: string): Promise<void> {
  await audit(tx, context, {
    action: 'wallet.adjust',
    entity: 'walletAdjustment',
    entityId: row.id,
    label,
    tenantId: row.tenantId,
    after: { amountFen: row.amountFen, reason: row.reason, state: row.state },
  });
  await emit(tx, platformTopic, 'adjustment.changed', { id: row.id });
}

async function lockAdjustment(tx: Tx, id: string): Promise<AdjustmentRow> {
  const row = rows(platformScope, walletAdjustments);
  const [found] = await tx.select().from(row).where(eq(row.id, id)).for('update');
  if (!found) throw missing();
  return found;
}

export const decideAdjustment: Handler<typeof walletContract.decideAdjustment> = async (context, input) => {
  const { session } = context;
  return context.db.transaction(async (tx) => {
    const row = await lockAdjustment(tx, input.id);
    if (row.state !== 'waiting') throw conflict('wallet:error.alreadyDecided');
    // who asked may withdraw the wish, and never grant it
    if (input.approve && row.askedBy === session.userId) throw conflict('wallet:error.samePerson');
    const [changed] = await update(
      tx,
      tenantScope(row.tenantId),
      walletAdjustments,
      (columns) => eq(columns.id, row.id),
      {
        state: input.approve ? 'done' : 'refused',
        decidedBy: session.userId,
        decidedByName: session.name,
        decidedAt: context.clock.now(),
      },
    );
    const decided = changed as AdjustmentRow;
    if (input.approve) await post(tx, context, decided);
    const names = await tenantNames(tx, [row.tenantId]);
    await log(tx, context, decided, names.get(row.tenantId) ?? '');
    return { state: decided.state };
  });
};

export const listAdjustments: Handler<typeof walletContract.listAdjustments> = async (
  { db, session },
  input,
) => {
  const row = rows(platformScope, walletAdjustments);
  const where = and(
    input.state ? eq(row.state, input.state) : undefined,
    input.tenantId ? eq(row.tenantId, input.tenantId) : undefined,
  );
  const page = await selectPage(
    input,
    ({ limit, offset }) =>
      db.read
        .select()
        .from(row)
        .where(where)
        .orderBy(
          ...orderBy(
            input,
            { createdAt: row.createdAt, amountFen: row.amountFen },
            { sort: 'createdAt', order: 'desc' },
            row.id,
          ),
        )
        .limit(limit)
        .offset(offset),
    async () => (await db.read.select({ total: count() }).from(row).where(where))[0]?.total ?? 0,
  );
  const names = await tenantNames(
    db.read,
    page.records.map(({ tenantId }) => tenantId),
  );
  return {
    ...page,
    records: page.records.map((entry) => ({
      id: entry.id,
      createdAt: entry.createdAt.toISOString(),
      tenantId: entry.tenantId,
      tenantName: names.get(entry.tenantId) ?? '',
      amountFen: entry.amountFen,
      reason: entry.reason,
      state: entry.state,
      askedByName: entry.askedByName,
      askedByMe: entry.askedBy === session.userId,
      decidedByName: entry.decidedByName,
      decidedAt: entry.decidedAt?.toISOString() ?? null,
    })),
  };
};

export const listOrganisations: Handler<typeof walletContract.listOrganisations> = async ({ db }, input) => {
  const all = await tenantsInTree(db.read, null);
  const page = pageOfArray(
    input,
    all.filter(({ id, name }) => !input.keyword || name.includes(input.keyword) || id === input.keyword),
  );
  const balances = await balancesOf(
    db.read,
    page.records.map(({ id }) => ({ tenantId: id, id })),
  );
  return {
    ...page,
    records: page.records.map(({ id, name }, index) => ({
      id,
      name,
      availableFen: balances[index]?.availableFen ?? 0,
    })),
  };
};
