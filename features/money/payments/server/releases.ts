import { and, asc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm';
import { conflict, invalid, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { insert, rows, type TenantTable, update } from '#kit/server/tables.ts';
import { payments, profitShareReleases } from '../tables.ts';
import { lockPayment, outNumber, viewOf } from './payment-queries.ts';
import { later, wakeWorkers } from './schedule.ts';
import { firstTryAt } from './share-queries.ts';
import type { Payment, ReleaseView } from './types.ts';

type Releases = typeof profitShareReleases extends TenantTable<infer T> ? T : never;
export type ReleaseRow = Releases['$inferSelect'];

/** WeChat keeps a payment apart for thirty days and releases it then; we do it a day before. */
export const keptApartMs = 30 * dayMs;
const lastReleaseMs = 29 * dayMs;
/** What is older was released by WeChat long ago; the check of the books names it. */
const lookBackMs = 90 * dayMs;
const pageSize = 200;

export async function readRelease(
  reader: Reader,
  tenantId: string,
  paymentId: string,
): Promise<ReleaseRow | undefined> {
  const release = rows(tenantScope(tenantId), profitShareReleases);
  const [found] = await reader.select().from(release).where(eq(release.paymentId, paymentId));
  return found;
}

/**
 * Nothing (more) of a payment is shared: what WeChat keeps apart of it is released, once, no matter who asks and how often. In
 * the caller's transaction; it leaves after commit, when no share of the payment is under way any more.
 */
export async function requestRelease(
  tx: Tx,
  services: Services,
  { tenantId, paymentId }: { tenantId: string; paymentId: string },
): Promise<{ id: string }> {
  const payment = await lockPayment(tx, tenantId, paymentId);
  if (!payment) throw missing();
  const earlier = await readRelease(tx, tenantId, paymentId);
  if (earlier) return { id: earlier.id };
  if (payment.state !== 'paid') throw conflict('payments:error.notPaid');
  if (payment.channel !== 'wechat' || !payment.profitSharing) throw invalid('payments:error.notShareable');
  const id = newId();
  const now = services.clock.now();
  await insert(tx, tenantScope(tenantId), profitShareReleases, {
    id,
    createdAt: now,
    paymentId,
    outOrderNo: outNumber(id),
    state: 'requested',
    nextTryAt: firstTryAt(payment, now),
  });
  await wakeWorkers(tx);
  return { id };
}

/** A release ends once. */
export async function changeRelease(
  tx: Tx,
  row: Pick<ReleaseRow, 'tenantId' | 'id'>,
  set: Partial<ReleaseRow>,
): Promise<boolean> {
  const changed = await update(
    tx,
    tenantScope(row.tenantId),
    profitShareReleases,
    (columns) => and(eq(columns.id, row.id), inArray(columns.state, ['requested', 'sent'])),
    set,
  );
  return changed.length > 0;
}

/** The rest of it was released together with a share, or will be. */
const releasedByShare = sql`exists (
  select from profit_share s
  where s.tenant_id = payment.tenant_id and s.payment_id = payment.id and s.unfreeze_rest
    and (s.state <> 'ended' or exists (
      select from profit_share_line l
      where l.tenant_id = s.tenant_id and l.share_id = s.id and l.state = 'done')))`;

const releaseKnown = sql`exists (
  select from profit_share_release r where r.tenant_id = payment.tenant_id and r.payment_id = payment.id)`;

/** Payments of all merchants of which WeChat still keeps something apart and nobody has said to release it. */
export async function findKeptApart(
  reader: Reader,
  { now, paidBefore, after, limit }: { now: Date; paidBefore: Date; after?: Payment; limit: number },
): Promise<Payment[]> {
  const payment = rows(platformScope, payments);
  const found = await reader
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.profitSharing, true),
        eq(payment.state, 'paid'),
        gt(payment.paidAt, later(now, -lookBackMs)),
        lte(payment.paidAt, paidBefore),
        gt(payment.amountFen, payment.refundedFen),
        after &&
          or(
            gt(payment.paidAt, after.paidAt as Date),
            and(eq(payment.paidAt, after.paidAt as Date), gt(payment.id, after.id)),
          ),
        sql`not ${releaseKnown} and not ${releasedByShare}`,
      ),
    )
    .orderBy(asc(payment.paidAt), asc(payment.id))
    .limit(limit);
  return found.map(viewOf);
}

/** Whatever else is decided or forgotten: before WeChat's time is over it is released. */
export async function releaseOverdue(services: Services): Promise<void> {
  const { db, clock } = services;
  for (;;) {
    const now = clock.now();
    const paidBefore = later(now, -lastReleaseMs);
    const overdue = await findKeptApart(db.read, { now, paidBefore, limit: pageSize });
    for (const { tenantId, id } of overdue)
      await db.transaction((tx) => requestRelease(tx, services, { tenantId, paymentId: id }));
    if (overdue.length < pageSize) return;
  }
}

export async function findReleases(
  reader: Reader,
  tenantId: string,
  paymentIds: readonly string[],
): Promise<Map<string, ReleaseView>> {
  if (paymentIds.length === 0) return new Map();
  const release = rows(tenantScope(tenantId), profitShareReleases);
  const found = await reader
    .select()
    .from(release)
    .where(inArray(release.paymentId, [...new Set(paymentIds)]));
  return new Map(
    found.map(({ paymentId, state, reason, lastError }) => [
      paymentId,
      { paymentId, state, reason: reason ?? lastError },
    ]),
  );
}
