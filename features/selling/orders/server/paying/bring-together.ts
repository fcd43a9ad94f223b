import {
  type AccountName,
  lockAccounts,
  postTransfers,
  readBalances,
} from '#features/money/ledger/server/public.ts';
import { pursesAt } from '#features/money/wallet/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { whatToBring } from '../../rules/bring-rules.ts';
import { cashValueAccount, paysItself, waitingAccount } from '../order-accounts.ts';
import { type OrderRow, subjectKind } from '../order-types.ts';
import type { KnownOfOrder } from '../registry-types.ts';

/**
 * The accounts of the order's player at other sites of its wallet, where the merchant lets balances be shared: to be taken
 * together with those of the order. Where the sale knows that they are not, nobody is asked.
 */
export async function pursesElsewhere(
  tx: Tx,
  order: OrderRow,
  { sharesBalances }: KnownOfOrder = {},
): Promise<AccountName[]> {
  const { tenantId, playerId, siteId, walletId } = order;
  if (sharesBalances === false || !paysItself(order) || !playerId || !siteId) return [];
  const unit = waitingAccount(order).unit;
  const purses = await pursesAt(tx, { tenantId, playerId, siteId, walletId });
  return purses.filter((purse) => !purse.here && purse.unit === unit).map(({ account }) => account);
}

const isCash = ({ purpose }: AccountName) => purpose.startsWith('cash:');

/** What pays an order at its own site. */
const pursesHere = (order: OrderRow): AccountName[] =>
  order.payWay === 'balance' ? [cashValueAccount(order), waitingAccount(order)] : [waitingAccount(order)];

/**
 * Before the order holds anything: what lacks at its site comes there, in a separate movement. It stays there when the
 * order does not come about, and is as good as before.
 */
export async function bringTogether(
  tx: Tx,
  services: Services,
  order: OrderRow,
  wanted: { amount: number; cashMost: number; attempt: number },
  elsewhere: readonly AccountName[],
): Promise<void> {
  if (elsewhere.length === 0) return;
  const here = pursesHere(order);
  const accounts = [...here, ...elsewhere];
  // the same player may be buying elsewhere: taken, they stay as they are read
  await lockAccounts(
    tx,
    accounts.map((account) => ({ account, spread: order.id })),
  );
  const balances = await readBalances(tx, accounts);
  const purses = accounts.map((account, index) => ({
    account,
    cash: isCash(account),
    available: Math.max(0, balances[index]?.available ?? 0),
  }));
  const brought = whatToBring(wanted, purses.slice(0, here.length), purses.slice(here.length));
  if (brought.length === 0) return;
  const target = (cash: boolean) => here.find((account) => isCash(account) === cash) as AccountName;
  await postTransfers(tx, [
    {
      key: `together:${order.id}:${wanted.attempt}`,
      tenantId: order.tenantId,
      kind: 'together',
      legs: brought.flatMap(({ from, amount }) => [
        { account: from.account, amount: -amount },
        { account: target(from.cash), amount },
      ]),
      subject: { kind: subjectKind, id: order.id },
      note: { number: order.number, walletId: order.walletId },
      at: services.clock.now(),
    },
  ]);
}
