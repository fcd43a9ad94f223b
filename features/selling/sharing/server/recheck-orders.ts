import { and, asc, eq, inArray } from 'drizzle-orm';
import { findOrder } from '#features/selling/orders/server/public.ts';
import { businessDay } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find, rows, update } from '#kit/server/tables.ts';
import { calculate } from '../rules/calculate.ts';
import { shareLines, shareOrders, shareVersions } from '../tables.ts';
import { entryOf, fitDebts, settleState, writeEntries, writeLines } from './line-writes.ts';
import { figuresOf, keptOf } from './share-orders.ts';
import { holdOrders, type LineRow, type SharedOrderRow, type VersionRow } from './share-queries.ts';

const batchSize = 100;

/**
 * The order brought more than it seemed: a machine delivered the rest, or a refund came to nothing. A run that is sharing
 * it by what it seemed is waited for: its row is marked, and a run that comes later sees the truth.
 */
export async function markForRecheck(tx: Tx, tenantId: string, orderId: string): Promise<void> {
  await holdOrders(tx, tenantId, [orderId]);
  await update(tx, tenantScope(tenantId), shareOrders, (columns) => eq(columns.orderId, orderId), {
    recheck: true,
  });
}

/** The same locks beforehand, for callers that move money between taking them and marking. */
export async function takeForRecheck(tx: Tx, tenantId: string, orderId: string): Promise<void> {
  await holdOrders(tx, tenantId, [orderId]);
  await find(tx, tenantScope(tenantId), shareOrders, { orderId }, 'update');
}

export async function lockLines(tx: Tx, tenantId: string, orderId: string): Promise<LineRow[]> {
  const line = rows(tenantScope(tenantId), shareLines);
  return tx.select().from(line).where(eq(line.orderId, orderId)).orderBy(asc(line.id)).for('update');
}

export async function findVersion(tx: Tx, tenantId: string, id: string): Promise<VersionRow> {
  const version = rows(tenantScope(tenantId), shareVersions);
  const [found] = await tx.select().from(version).where(eq(version.id, id));
  if (!found) throw new Error(`no version ${id}`);
  return found;
}

/** Brings a shared order and its lines up to what it really brought. The caller has its turn. */
export async function raise(tx: Tx, shared: SharedOrderRow, now: Date): Promise<void> {
  const { tenantId, orderId } = shared;
  const scope = tenantScope(tenantId);
  const order = await findOrder(tx, scope, orderId);
  const version = await findVersion(tx, tenantId, shared.versionId);
  const figures = figuresOf(order, keptOf(order), version);
  const grew = figures.grossFen > shared.grossFen;
  const shares = calculate(version, { ...figures, dayCostsFen: shared.dayCostsFen });
  await update(tx, scope, shareOrders, (columns) => eq(columns.orderId, orderId), {
    recheck: false,
    keptFen: figures.keptFen,
    ...(grew ? { grossFen: figures.grossFen, steps: shares.steps, baseFen: shares.baseFen } : {}),
  });
  const lines = await lockLines(tx, tenantId, orderId);
  const entries = [];
  for (const line of lines) {
    const part = shares.parts.find(({ receiverId }) => receiverId === line.receiverId);
    const change = (part?.amountFen ?? 0) - line.dueFen;
    // what fell is a refund's to take back, and it did
    if (change <= 0) continue;
    line.dueFen += change;
    if (grew) line.earnedFen += change;
    await fitDebts(tx, line, now);
    settleState(line);
    entries.push(
      entryOf(line, {
        kind: grew ? 'earned' : 'reduced',
        amountFen: change,
        day: grew ? line.day : businessDay(now),
      }),
    );
  }
  await writeLines(tx, tenantId, lines);
  await writeEntries(tx, tenantId, entries);
}

/**
 * Those that still are to be looked at: somebody else may have done it meanwhile. All rows of orders, then all of lines,
 * as paying lines takes them: a payday at another site holds lines of this one whose receivers owe something.
 */
async function takeMarked(
  tx: Tx,
  tenantId: string,
  marked: readonly SharedOrderRow[],
): Promise<SharedOrderRow[]> {
  const ids = marked.map(({ orderId }) => orderId);
  const order = rows(tenantScope(tenantId), shareOrders);
  const line = rows(tenantScope(tenantId), shareLines);
  const still = await tx
    .select()
    .from(order)
    .where(and(inArray(order.orderId, ids), eq(order.recheck, true)))
    .orderBy(asc(order.orderId))
    .for('update');
  await tx
    .select({ id: line.id })
    .from(line)
    .where(inArray(line.orderId, ids))
    .orderBy(asc(line.id))
    .for('update');
  return still;
}

export async function recheckOrders(
  services: Services,
  site: { tenantId: string; siteId: string },
): Promise<void> {
  for (;;) {
    const count = await services.db.transaction(async (tx) => {
      const order = rows(tenantScope(site.tenantId), shareOrders);
      const wanted = and(eq(order.siteId, site.siteId), eq(order.recheck, true));
      const marked = await tx.select().from(order).where(wanted).orderBy(asc(order.orderId)).limit(batchSize);
      if (marked.length === 0) return 0;
      await holdOrders(
        tx,
        site.tenantId,
        marked.map(({ orderId }) => orderId),
      );
      const still = await takeMarked(tx, site.tenantId, marked);
      for (const shared of still) await raise(tx, shared, services.clock.now());
      return marked.length;
    });
    if (count === 0) return;
  }
}
