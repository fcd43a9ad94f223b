import { and, asc, gt, inArray } from 'drizzle-orm';
import { franchisees } from '#features/base/accounts/server/public.ts';
import {
  channelAccount,
  directAccount,
  lockAccounts,
  walletAccount,
} from '#features/money/ledger/server/public.ts';
import { livingWallet } from '#features/money/wallet/server/public.ts';
import { businessDay } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { rows } from '#kit/server/tables.ts';
import { shareDebts, shareLines, shareOrders } from '../tables.ts';
import { accountOfReceiver, hasWallet } from './accounts-of.ts';
import { openOf, settleState, writeEntries, writeLines } from './line-writes.ts';
import { lockDebts, offsetDebts, walletOf } from './offset-debts.ts';
import { payByWechat } from './pay-by-wechat.ts';
import { payIntoAccounts, type Transferable } from './pay-into-accounts.ts';
import type { Payday } from './payday.ts';
import {
  type DebtRow,
  findReceivers,
  type LineRow,
  type ReceiverRow,
  type SharedOrderRow,
} from './share-queries.ts';

/** Another wallet pays for one whose owner is gone. */
async function withLivingWallets(
  tx: Tx,
  tenantId: string,
  orders: readonly SharedOrderRow[],
): Promise<Map<string, SharedOrderRow>> {
  const living = new Map<string, string>();
  for (const { walletId } of orders)
    if (!living.has(walletId)) living.set(walletId, await livingWallet(tx, tenantId, walletId));
  return new Map(
    orders.map((row) => [row.orderId, { ...row, walletId: living.get(row.walletId) as string }]),
  );
}

async function goneOf(tx: Tx, tenantId: string, receivers: Iterable<ReceiverRow>): Promise<Set<string>> {
  const people = [...receivers].filter(({ userId }) => userId !== null);
  if (people.length === 0) return new Set();
  const removed = new Set(
    (await franchisees(tx, tenantId)).filter((person) => person.removed).map(({ id }) => id),
  );
  return new Set(people.filter(({ userId }) => removed.has(userId as string)).map(({ id }) => id));
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
  const asked = await tx
    .select({ orderId: line.orderId, receiverId: line.receiverId })
    .from(line)
    .where(inArray(line.id, [...lineIds]));
  const owed = await openDebtsOf(
    tx,
    tenantId,
    asked.map(({ receiverId }) => receiverId),
  );
  // orders before lines before debts before accounts, like a refund: in another order two would wait for each other for ever
  const orders = await tx
    .select()
    .from(order)
    .where(
      inArray(
        order.orderId,
        asked.map(({ orderId }) => orderId),
      ),
    )
    .orderBy(asc(order.orderId))
    .for('update');
  const locked = await tx
    .select()
    .from(line)
    .where(inArray(line.id, [...lineIds, ...owed.map(({ lineId }) => lineId)]))
    .orderBy(asc(line.id))
    .for('update');
  const now = services.clock.now();
  const receivers = await findReceivers(
    tx,
    scope,
    locked.map(({ receiverId }) => receiverId),
  );
  return {
    tx,
    services,
    tenantId,
    now,
    today: businessDay(now),
    lines: new Map(locked.map((row) => [row.id, row])),
    orders: await withLivingWallets(tx, tenantId, orders),
    receivers,
    gone: await goneOf(tx, tenantId, receivers.values()),
    entries: [],
  };
}

async function openDebtsOf(tx: Tx, tenantId: string, receiverIds: readonly string[]) {
  const debt = rows(tenantScope(tenantId), shareDebts);
  return tx
    .select({ lineId: debt.lineId })
    .from(debt)
    .where(and(gt(debt.openFen, 0), inArray(debt.receiverId, [...new Set(receiverIds)])));
}

/** By which way what is open of a line goes; WeChat's part is taken out of it before. */
function restOf(payday: Payday, line: LineRow): Transferable | undefined {
  const receiver = payday.receivers.get(line.receiverId) as ReceiverRow;
  const amountFen = openOf(line);
  if (amountFen === 0) return undefined;
  if (payday.gone.has(receiver.id)) {
    line.reason = 'gone';
    return undefined;
  }
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

/** All accounts that the lines move, at once: a run pays in many steps (docs/money.md, "Locks"). */
async function takeAccounts(payday: Payday, lines: readonly LineRow[], debts: readonly DebtRow[]) {
  const { tx, tenantId, orders, receivers } = payday;
  const walletIds = new Set([...orders.values()].map(({ walletId }) => walletId));
  for (const { orderId } of debts) walletIds.add(await walletOf(payday, orderId));
  const byWechat = lines.filter(({ receiverId }) => receivers.get(receiverId)?.way === 'wechat');
  const accounts = [
    ...[...walletIds].flatMap((id) =>
      (['available', 'collected'] as const).map((purpose) => walletAccount(tenantId, id, purpose)),
    ),
    ...[...receivers.values()].map((receiver) => accountOfReceiver(receiver)),
  ];
  await lockAccounts(tx, [
    ...accounts.map((account) => ({ account, spread: '' })),
    ...byWechat.map(({ orderId }) => {
      const direct = orders.get(orderId)?.collectedDirectly;
      const paying = direct
        ? directAccount(tenantId, 'wechat', 'paying')
        : channelAccount('wechat', 'paying');
      return { account: paying, spread: orderId };
    }),
  ]);
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
  const wanted = new Set(lineIds);
  const asked = [...payday.lines.values()]
    .filter(({ id }) => wanted.has(id))
    .sort((a, b) => (a.orderId < b.orderId ? -1 : 1));
  const before = asked.reduce((sum, line) => sum + line.paidFen + line.waitingFen, 0);
  for (const line of asked) {
    line.reason = null;
    line.reasonDetail = '';
    settleState(line);
  }
  const debts = await lockDebts(payday);
  await takeAccounts(payday, asked, debts);
  await offsetDebts(payday, asked, debts);
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
