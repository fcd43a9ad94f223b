import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import {
  InsufficientFunds,
  postTransfers,
  readBalances,
  walletAccount,
} from '#features/money/ledger/server/public.ts';
import { livingWallet } from '#features/money/wallet/server/public.ts';
import { attempt } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { shareDebts, shareOrders } from '../tables.ts';
import { accountOfReceiver, hasWallet } from './accounts-of.ts';
import { entryOf, lowerDebt, openOf, settleState } from './line-writes.ts';
import type { Payday } from './payday.ts';
import type { DebtRow, LineRow, ReceiverRow } from './share-queries.ts';

/** What the receivers owe, of lines that are in hand: a debt that came up since is for the next time. */
export async function lockDebts({ tx, tenantId, lines }: Payday): Promise<DebtRow[]> {
  const debt = rows(tenantScope(tenantId), shareDebts);
  return tx
    .select()
    .from(debt)
    .where(and(gt(debt.openFen, 0), inArray(debt.lineId, [...lines.keys()])))
    .orderBy(asc(debt.id))
    .for('update');
}

/** What a receiver owes is taken out of the new share before anything is paid. */
export async function offsetDebts(
  payday: Payday,
  asked: readonly LineRow[],
  debts: readonly DebtRow[],
): Promise<void> {
  for (const owed of debts) {
    let openFen = owed.openFen;
    for (const share of asked) {
      const wantedFen = share.receiverId === owed.receiverId ? Math.min(openFen, openOf(share)) : 0;
      if (wantedFen > 0) openFen -= await offset(payday, owed, share, wantedFen);
    }
    if (openFen !== owed.openFen) await lowerDebt(payday.tx, owed, openFen, payday.now);
  }
}

/** Which wallet pays the shares of an order, and is owed what comes back of them. */
export async function walletOf({ tx, tenantId, orders }: Payday, orderId: string): Promise<string> {
  const known = orders.get(orderId);
  if (known) return known.walletId;
  const order = rows(tenantScope(tenantId), shareOrders);
  const [found] = await tx.select().from(order).where(eq(order.orderId, orderId));
  if (!found) throw new Error(`share of ${orderId}, which was not shared`);
  return livingWallet(tx, tenantId, found.walletId);
}

/** Answers how much of the debt is settled. */
async function offset(payday: Payday, owed: DebtRow, share: LineRow, wantedFen: number): Promise<number> {
  const debtor = payday.lines.get(owed.lineId) as LineRow;
  const [payer, creditor] = [await walletOf(payday, share.orderId), await walletOf(payday, debtor.orderId)];
  if (payer !== creditor) return payAcross(payday, { owed, share, debtor, payer, creditor, wantedFen });
  // the wallet that would pay the share is the one that is owed: nothing has to move
  share.paidFen += wantedFen;
  debtor.paidFen -= wantedFen;
  settleState(share);
  settleState(debtor);
  payday.entries.push(
    entryOf(share, { kind: 'offset', amountFen: -wantedFen, day: payday.today }),
    entryOf(debtor, { kind: 'offset', amountFen: wantedFen, day: payday.today }),
  );
  return wantedFen;
}

interface Across {
  owed: DebtRow;
  share: LineRow;
  debtor: LineRow;
  payer: string;
  creditor: string;
  wantedFen: number;
}

/**
 * The share is another wallet's to pay than the one that is owed: the receiver gets it and gives it back in the same
 * moment, so that each wallet's claim is settled. What the paying wallet does not have stays owed, and due.
 */
async function payAcross(payday: Payday, across: Across): Promise<number> {
  const { tx, tenantId, now, today } = payday;
  const { owed, share, debtor, payer, creditor } = across;
  // that money is at the merchant's own number, not with us
  if (payday.orders.get(share.orderId)?.collectedDirectly) return 0;
  const receiver = payday.receivers.get(share.receiverId) as ReceiverRow;
  const from = walletAccount(tenantId, payer, 'available');
  const [balance] = await readBalances(tx, [from]);
  const amountFen = Math.min(across.wantedFen, balance?.available ?? 0);
  if (amountFen <= 0) return 0;
  const account = accountOfReceiver(receiver);
  const note = {
    receiverId: receiver.id,
    receiverName: receiver.name,
    siteId: share.siteId,
    debtId: owed.id,
  };
  const common = { tenantId, note, at: now };
  try {
    const [paid, returned] = await attempt(tx, (inner) =>
      postTransfers(inner, [
        {
          ...common,
          key: `share:${share.orderId}:${share.receiverId}:${share.tries}`,
          kind: 'share',
          legs: [
            { account: from, amount: -amountFen },
            { account, amount: amountFen },
          ],
          subject: { kind: 'order', id: share.orderId },
        },
        {
          ...common,
          key: `share-return:${owed.id}:${share.id}:${share.tries}`,
          kind: 'share-return',
          legs: [
            { account, amount: -amountFen },
            { account: walletAccount(tenantId, creditor, 'available'), amount: amountFen },
          ],
          subject: { kind: 'order', id: debtor.orderId },
        },
      ]),
    );
    const way = hasWallet(receiver) ? ('wallet' as const) : ('account' as const);
    payday.entries.push(
      entryOf(share, { kind: 'paid', amountFen: -amountFen, day: today, way, transferId: paid?.id ?? null }),
      entryOf(debtor, { kind: 'returned', amountFen, day: today, way, transferId: returned?.id ?? null }),
    );
  } catch (error) {
    // somebody spent it meanwhile: the next run tries again
    if (error instanceof InsufficientFunds) return 0;
    throw error;
  }
  share.paidFen += amountFen;
  share.tries += 1;
  debtor.paidFen -= amountFen;
  settleState(share);
  settleState(debtor);
  return amountFen;
}
