import { eq } from 'drizzle-orm';
import {
  type AccountName,
  InsufficientFunds,
  type PostedTransfer,
  postTransfers,
  readBalances,
  walletAccount,
} from '#features/money/ledger/server/public.ts';
import { livingWallet } from '#features/money/wallet/server/public.ts';
import type { OrderView } from '#features/selling/orders/server/public.ts';
import { businessDay } from '#kit/kernel/time.ts';
import { attempt, type Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find, update } from '#kit/server/tables.ts';
import { sharingChanged } from '../contract/shared.ts';
import { calculate } from '../rules/calculate.ts';
import { shareOrders } from '../tables.ts';
import { accountOfReceiver, hasWallet } from './accounts-of.ts';
import { askBackAtWechat } from './ask-back.ts';
import { entryOf, fitDebts, settleState, toReturn, writeEntries, writeLines } from './line-writes.ts';
import { findVersion, lockLines, raise } from './recheck-orders.ts';
import { figuresOf } from './share-orders.ts';
import {
  findReceivers,
  holdOrders,
  type LineRow,
  type NewEntry,
  type ReceiverRow,
  type SharedOrderRow,
} from './share-queries.ts';

async function sharedOrder(tx: Tx, tenantId: string, orderId: string): Promise<SharedOrderRow | undefined> {
  const [found] = await find(tx, tenantScope(tenantId), shareOrders, { orderId }, 'update');
  return found;
}

const mostRounds = 4;

interface Return {
  shared: SharedOrderRow;
  line: LineRow;
  receiver: ReceiverRow;
  refundId: string;
  wantedFen: number;
  at: Date;
}

/** As much as the receiver has; others may spend it meanwhile, then there is less. */
async function takeBack(
  tx: Tx,
  { shared, line, receiver, refundId, wantedFen, at }: Return,
): Promise<{ amountFen: number; transfer: PostedTransfer } | undefined> {
  const account = accountOfReceiver(receiver);
  for (let round = 0; round < mostRounds; round++) {
    const [balance] = await readBalances(tx, [account]);
    const amountFen = Math.min(wantedFen, balance?.available ?? 0);
    if (amountFen <= 0) return undefined;
    try {
      const [transfer] = await attempt(tx, (inner) =>
        postTransfers(inner, [
          {
            at,
            key: `share-return:${refundId}:${line.receiverId}`,
            tenantId: line.tenantId,
            kind: 'share-return',
            legs: [
              { account, amount: -amountFen },
              { account: walletAccount(line.tenantId, shared.walletId, 'available'), amount: amountFen },
            ],
            subject: { kind: 'order', id: line.orderId },
            note: { receiverId: receiver.id, receiverName: receiver.name, siteId: line.siteId },
          },
        ]),
      );
      return { amountFen, transfer: transfer as PostedTransfer };
    } catch (error) {
      if (!(error instanceof InsufficientFunds)) throw error;
    }
  }
  return undefined;
}

interface Refunding {
  shared: SharedOrderRow;
  refundId: string;
  now: Date;
  day: string;
  entries: NewEntry[];
}

/**
 * Brings one line to what it is now due. What went through WeChat to a merchant is asked back there; the rest comes out
 * of the receiver's account here, and what is not there becomes a debt.
 */
async function lower(
  tx: Tx,
  services: Services,
  refunding: Refunding,
  line: LineRow,
  receiver: ReceiverRow,
  dueFen: number,
) {
  const { shared, refundId, now, day, entries } = refunding;
  const change = dueFen - line.dueFen;
  if (change !== 0) entries.push(entryOf(line, { kind: 'reduced', amountFen: change, day }));
  line.dueFen = dueFen;
  await askBackAtWechat(tx, services, shared, line, `share-return:${refundId}:${line.receiverId}`);
  const wantedFen = await toReturn(tx, line);
  const back =
    wantedFen > 0 ? await takeBack(tx, { shared, line, receiver, refundId, wantedFen, at: now }) : undefined;
  if (back) {
    line.paidFen -= back.amountFen;
    entries.push(
      entryOf(line, {
        kind: 'returned',
        amountFen: back.amountFen,
        day,
        way: hasWallet(receiver) ? 'wallet' : 'account',
        transferId: back.transfer.id,
      }),
    );
  }
  await fitDebts(tx, line, now);
  settleState(line);
}

/** The tenant that shared the order, and the wallet that paid the shares; runs of the order are waited for. */
export async function accountsToReturn(tx: Tx, order: OrderView): Promise<AccountName[]> {
  const { tenantId } = order;
  await holdOrders(tx, tenantId, [order.id]);
  const shared = await sharedOrder(tx, tenantId, order.id);
  if (!shared) return [];
  const lines = await lockLines(tx, tenantId, order.id);
  const receivers = await findReceivers(
    tx,
    tenantScope(tenantId),
    lines.map(({ receiverId }) => receiverId),
  );
  const walletId = await livingWallet(tx, tenantId, shared.walletId);
  return [
    walletAccount(tenantId, walletId, 'available'),
    ...[...receivers.values()].map((receiver) => accountOfReceiver(receiver)),
  ];
}

/**
 * In the transaction of a refund, before the merchant's own part moves: every receiver gives back what was paid above the
 * share of the kept amount. What a receiver does not have is owed, and taken out of the next shares.
 */
export async function giveBack(
  tx: Tx,
  services: Services,
  order: OrderView,
  refund: { id: string; keptAfterFen: number },
): Promise<void> {
  const { tenantId } = order;
  const now = services.clock.now();
  const scope = tenantScope(tenantId);
  await holdOrders(tx, tenantId, [order.id]);
  const known = await sharedOrder(tx, tenantId, order.id);
  if (!known) return;
  // it had brought more than was shared, and no run has looked since: first up to the truth, then down from there
  if (known.recheck) await raise(tx, known, now);
  const shared = known.recheck ? ((await sharedOrder(tx, tenantId, order.id)) as SharedOrderRow) : known;
  const version = await findVersion(tx, tenantId, shared.versionId);
  const figures = figuresOf(order, refund.keptAfterFen, version);
  const shares = calculate(version, { ...figures, dayCostsFen: shared.dayCostsFen });
  await update(tx, scope, shareOrders, (columns) => eq(columns.orderId, order.id), {
    keptFen: figures.keptFen,
  });
  const lines = await lockLines(tx, tenantId, order.id);
  const receivers = await findReceivers(
    tx,
    scope,
    lines.map(({ receiverId }) => receiverId),
  );
  const walletId = await livingWallet(tx, tenantId, shared.walletId);
  const refunding = {
    shared: { ...shared, walletId },
    refundId: refund.id,
    now,
    day: businessDay(now),
    entries: [],
  };
  for (const line of lines) {
    const part = shares.parts.find(({ receiverId }) => receiverId === line.receiverId);
    const receiver = receivers.get(line.receiverId) as ReceiverRow;
    await lower(tx, services, refunding, line, receiver, part?.amountFen ?? 0);
  }
  await writeLines(tx, tenantId, lines);
  await writeEntries(tx, tenantId, refunding.entries);
  await emit(tx, tenantTopic(tenantId), sharingChanged);
}
