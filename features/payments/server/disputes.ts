import { count, eq, inArray } from 'drizzle-orm';
import { tenantNames } from '#features/accounts/server/public.ts';
import { findOrders } from '#features/orders/server/public.ts';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { emit, platformTopic } from '#kit/server/outbox.ts';
import { orderBy, selectPage } from '#kit/server/paging.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { rows, type TenantTable, update } from '#kit/server/tables.ts';
import type { paymentsContract } from '../contract.ts';
import { paymentDisputes, payments } from '../tables.ts';

type Disputes = typeof paymentDisputes extends TenantTable<infer T> ? T : never;
type DisputeRow = Disputes['$inferSelect'];

/** What the rows are about: the payments, their orders, and whose they are. */
async function presentAll(reader: Reader, found: readonly DisputeRow[]) {
  if (found.length === 0) return [];
  const table = rows(platformScope, payments);
  const ids = found.map(({ id }) => id);
  const paid = await reader.select().from(table).where(inArray(table.id, ids));
  const orderIds = paid.filter(({ subjectKind }) => subjectKind === 'order').map((row) => row.subjectId);
  const [orders, names] = await Promise.all([
    findOrders(reader, platformScope, orderIds),
    tenantNames(
      reader,
      found.map(({ tenantId }) => tenantId),
    ),
  ]);
  const numberOf = new Map(orders.map(({ id, number }) => [id, number]));
  const paymentOf = new Map(paid.map((row) => [row.id, row]));
  return found.flatMap((row) => {
    const payment = paymentOf.get(row.id);
    if (!payment) return [];
    return {
      ...row,
      createdAt: row.createdAt.toISOString(),
      lastAt: row.lastAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
      tenantName: names.get(row.tenantId) ?? '',
      channel: payment.channel,
      outTradeNo: payment.outTradeNo,
      description: payment.description,
      orderNumber: numberOf.get(payment.subjectId) ?? null,
      paymentState: payment.state,
    };
  });
}

export const listDisputes: Handler<typeof paymentsContract.listDisputes> = async ({ db }, input) => {
  const dispute = rows(platformScope, paymentDisputes);
  const where = input.state ? eq(dispute.state, input.state) : undefined;
  const newest = { sort: 'createdAt', order: 'desc' } as const;
  const page = await selectPage(
    input,
    ({ limit, offset }) =>
      db.read
        .select()
        .from(dispute)
        .where(where)
        .orderBy(...orderBy(input, { createdAt: dispute.createdAt }, newest, dispute.id))
        .limit(limit)
        .offset(offset),
    async () => (await db.read.select({ total: count() }).from(dispute).where(where))[0]?.total ?? 0,
  );
  return { ...page, records: await presentAll(db.read, page.records) };
};

/** Somebody looked it up at the platform and saw to it there; our books have nothing to do with it. */
export const resolveDispute: Handler<typeof paymentsContract.resolveDispute> = async (context, input) => {
  await context.db.transaction(async (tx) => {
    const dispute = rows(platformScope, paymentDisputes);
    const [row] = await tx.select().from(dispute).where(eq(dispute.id, input.id)).for('update');
    if (!row) throw missing();
    if (row.state !== 'open') throw conflict('payments:error.disputeEnded');
    const { session, clock } = context;
    await update(tx, tenantScope(row.tenantId), paymentDisputes, (columns) => eq(columns.id, row.id), {
      state: 'resolved',
      endedAt: clock.now(),
      endedBy: session.userId,
      endedByName: session.name,
      note: input.note,
    });
    await audit(tx, context, {
      action: 'payments.resolveDispute',
      entity: 'payment',
      entityId: row.id,
      label: row.transactionId ?? row.id,
      tenantId: row.tenantId,
      before: { state: row.state },
      after: { state: 'resolved', note: input.note },
    });
    await emit(tx, platformTopic, 'payment-platform.changed', {});
  });
  return {};
};
