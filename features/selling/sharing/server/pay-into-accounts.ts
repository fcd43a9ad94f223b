import {
  type AccountName,
  InsufficientFunds,
  type PostedTransfer,
  postTransfers,
  readBalances,
  type TransferRequest,
  walletAccount,
} from '#features/money/ledger/server/public.ts';
import { attempt } from '#kit/server/database.ts';
import type { ReceiverWay } from '../contract/shared.ts';
import { accountOfReceiver } from './accounts-of.ts';
import { entryOf } from './line-writes.ts';
import type { Payday } from './payday.ts';
import type { LineRow, ReceiverRow } from './share-queries.ts';

export interface Transferable {
  line: LineRow;
  receiver: ReceiverRow;
  amountFen: number;
  way: Exclude<ReceiverWay, 'wechat'>;
}

/** `n` counts the payments of one line: a refund may lower a share and a later truth raise it again. */
const transferOf = (
  payer: AccountName,
  { line, receiver, amountFen }: Transferable,
  at: Date,
): TransferRequest => ({
  at,
  key: `share:${line.orderId}:${line.receiverId}:${line.tries}`,
  tenantId: line.tenantId,
  kind: 'share',
  legs: [
    { account: payer, amount: -amountFen },
    { account: accountOfReceiver(receiver), amount: amountFen },
  ],
  subject: { kind: 'order', id: line.orderId },
  note: { receiverId: receiver.id, receiverName: receiver.name, siteId: line.siteId, day: line.day },
});

/** As many as the balance has room for, the earlier ones first. */
function affordable(items: readonly Transferable[], availableFen: number): Transferable[] {
  let left = availableFen;
  return items.filter(({ amountFen }) => {
    if (amountFen > left) return false;
    left -= amountFen;
    return true;
  });
}

const mostRounds = 4;

/** Others spend from the same wallet meanwhile: when it was too little after all, look again. */
async function postAffordable(
  payday: Payday,
  payer: AccountName,
  items: readonly Transferable[],
): Promise<Map<Transferable, PostedTransfer>> {
  const { tx } = payday;
  for (let round = 0; round < mostRounds; round++) {
    const [balance] = await readBalances(tx, [payer]);
    const chosen = affordable(items, balance?.available ?? 0);
    if (chosen.length === 0) break;
    try {
      const posted = await attempt(tx, (inner) =>
        postTransfers(
          inner,
          chosen.map((item) => transferOf(payer, item, payday.now)),
        ),
      );
      return new Map(chosen.map((item, index) => [item, posted[index] as PostedTransfer]));
    } catch (error) {
      if (!(error instanceof InsufficientFunds)) throw error;
    }
  }
  return new Map();
}

/** One batch for each wallet that pays. What it can not afford fails, and the next run tries again. */
export async function payIntoAccounts(payday: Payday, items: readonly Transferable[]): Promise<void> {
  const byWallet = new Map<string, Transferable[]>();
  for (const item of items) {
    const walletId = payday.orders.get(item.line.orderId)?.walletId as string;
    byWallet.set(walletId, [...(byWallet.get(walletId) ?? []), item]);
  }
  for (const [walletId, own] of byWallet) {
    const posted = await postAffordable(payday, walletAccount(payday.tenantId, walletId, 'available'), own);
    for (const item of own) {
      const transfer = posted.get(item);
      const { line, amountFen, way } = item;
      if (!transfer) {
        line.reason = 'insufficient';
        continue;
      }
      line.paidFen += amountFen;
      line.tries += 1;
      payday.entries.push(
        entryOf(line, {
          kind: 'paid',
          amountFen: -amountFen,
          day: payday.today,
          way,
          transferId: transfer.id,
        }),
      );
    }
  }
}
