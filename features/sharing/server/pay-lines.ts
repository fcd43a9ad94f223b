import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import { businessDay } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { rows } from '#kit/server/tables.ts';
import { shareDebts, shareLines, shareOrders } from '../tables.ts';
import { hasWallet } from './accounts-of.ts';
import { entryOf, lowerDebt, openOf, settleState, writeEntries, writeLines } from './line-writes.ts';
import { payByWechat } from './pay-by-wechat.ts';
import { payIntoAccounts, type Transferable } from './pay-into-accounts.ts';
import {
  findReceivers,
  type LineRow,
  type NewEntry,
  type ReceiverRow,
  type SharedOrderRow,
} from './share-queries.ts';

/** Everything a payment of lines needs to know, in memory; lines are changed there and written back at the end. */
export interface Payday {
  tx: Tx;
  services: Services;
  tenantId: string;
  now: Date;
  today: string;
  lines: Map<string, LineRow>;
  orders: Map<string, SharedOrderRow>;
  receivers: Map<string, ReceiverRow>;
  entries: NewEntry[];
}

async function open(
  tx: Tx,
  services: Services,
  tenantId: string,
  lineIds: readonly string[],
): Promise<Payday> {
  const scope = tenantScope(tenantId);
  const line = rows(scope, shareLines);
  const order = rows(scope, shareOrders);
  const ofOrders = await tx
    .selectDistinct({ orderId: line.orderId })
    .from(line)
    .where(inArray(line.id, [...lineIds]));
  // orders before lines before payments, like a refund: whoever takes them the other way round would wait for ever
  const orders = await tx
    .select()
    .from(order)
    .where(
      inArray(
        order.orderId,
        ofOrders.map(({ orderId }) => orderId),
      ),
    )
    .orderBy(asc(order.orderId))
    .for('update');
  const locked = await tx
    .select()
    .from(line)
    .where(inArray(line.id, [...lineIds]))
    .orderBy(asc(line.id))
    .for('update');
  const now = services.clock.now();
  return {
    tx,
    services,
    tenantId,
    now,
    today: businessDay(now),
    lines: new Map(locked.map((row) => [row.id, row])),
    orders: new Map(orders.map((row) => [row.orderId, row])),
    receivers: await findReceivers(
      tx,
      scope,
      locked.map(({ receiverId }) => receiverId),
    ),
    entries: [],
  };
}

/** What a receiver owes is taken out of the new share before anything is paid. */
async function offsetDebts(payday: Payday): Promise<void> {
  const { tx, tenantId, now, today, lines, entries } = payday;
  const debt = rows(tenantScope(tenantId), shareDebts);
  const line = rows(tenantScope(tenantId), shareLines);
  const debts = await tx
    .select()
    .from(debt)
    .where(and(gt(debt.openFen, 0), inArray(debt.receiverId, [...payday.receivers.keys()])))
    .orderBy(asc(debt.id))
    .for('update');
  for (const owed of debts) {
    let openFen = owed.openFen;
    for (const share of [...lines.values()]) {
      const amountFen = share.receiverId === owed.receiverId ? Math.min(openFen, openOf(share)) : 0;
      if (amountFen === 0) continue;
      const [debtor] = lines.has(owed.lineId)
        ? [lines.get(owed.lineId)]
        : await tx.select().from(line).where(eq(line.id, owed.lineId)).for('update');
      if (!debtor) throw new Error(`debt ${owed.id} without its line`);
      lines.set(debtor.id, debtor);
      share.paidFen += amountFen;
      debtor.paidFen -= amountFen;
      openFen -= amountFen;
      settleState(share);
      settleState(debtor);
      entries.push(
        entryOf(share, { kind: 'offset', amountFen: -amountFen, day: today }),
        entryOf(debtor, { kind: 'offset', amountFen, day: today }),
      );
    }
    if (openFen !== owed.openFen) await lowerDebt(tx, owed, openFen, now);
  }
}

/** By which way what is open of a line goes; WeChat's part is taken out of it before. */
function restOf(payday: Payday, line: LineRow): Transferable | undefined {
  const receiver = payday.receivers.get(line.receiverId) as ReceiverRow;
  const amountFen = openOf(line);
  if (amountFen === 0) return undefined;
  if (payday.orders.get(line.orderId)?.collectedDirectly) {
    // the money is not with us; what WeChat's sharing does not pay somebody has to settle outside
    if (receiver.way !== 'wechat') line.reason = 'ownNumber';
    return undefined;
  }
  if (receiver.way === 'wechat') {
    // a wallet takes what WeChat does not; without one somebody has to decide
    if (!hasWallet(receiver) || line.reason === null) return undefined;
    return { line, receiver, amountFen, way: 'wallet' };
  }
  return { line, receiver, amountFen, way: receiver.way };
}

export interface PaydayResult {
  paidFen: number;
  failed: number;
}

/**
 * Pays what is open of some lines. Repeating it pays nothing twice: amounts come from the rows that are locked here, and
 * every movement has its own key.
 */
export async function payLines(
  tx: Tx,
  services: Services,
  tenantId: string,
  lineIds: readonly string[],
): Promise<PaydayResult> {
  if (lineIds.length === 0) return { paidFen: 0, failed: 0 };
  const payday = await open(tx, services, tenantId, lineIds);
  // ids of orders grow with time: who waited longest is paid first
  const asked = [...payday.lines.values()].sort((a, b) => (a.orderId < b.orderId ? -1 : 1));
  const before = asked.reduce((sum, line) => sum + line.paidFen + line.waitingFen, 0);
  for (const line of asked) {
    line.reason = null;
    line.reasonDetail = '';
    settleState(line);
  }
  await offsetDebts(payday);
  await payByWechat(payday, asked);
  await payIntoAccounts(
    payday,
    asked.flatMap((line) => restOf(payday, line) ?? []),
  );
  for (const line of asked) settleState(line);
  await writeLines(tx, tenantId, [...payday.lines.values()]);
  await writeEntries(tx, tenantId, payday.entries);
  return {
    paidFen: asked.reduce((sum, line) => sum + line.paidFen + line.waitingFen, 0) - before,
    failed: asked.filter(({ state }) => state === 'failed').length,
  };
}
