import {
  type AccountName,
  InsufficientFunds,
  type Leg,
  lockAccounts,
  openHold,
  postHold,
  readBalances,
  voidHold,
} from '#features/money/ledger/server/public.ts';
import { invalid } from '#kit/kernel/errors.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { cashBetween, cashOf } from '../../rules/cash-part.ts';
import { after, holdMs } from '../../rules/deadlines.ts';
import { undeliveredAmount } from '../../rules/refund-amounts.ts';
import { cashValueAccount, paysByPass, paysItself, waitingAccount } from '../order-accounts.ts';
import { type OrderRow, subjectKind } from '../order-types.ts';
import { changeOrder } from '../order-writes.ts';
import { bringTogether } from './bring-together.ts';

/**
 * Promises what is still to be delivered. A try has its own key, so that the second is another hold. `elsewhere` are
 * accounts of the player at other sites that may help out.
 */
export async function holdMoney(
  tx: Tx,
  services: Services,
  order: OrderRow,
  elsewhere: readonly AccountName[] = [],
): Promise<OrderRow> {
  const attempts = order.attempts + 1;
  if (paysByPass(order)) return changeOrder(tx, order, { attempts });
  const amount = undeliveredAmount(order);
  const cashMost = mostCash(order, amount);
  await bringTogether(tx, services, order, { amount, cashMost, attempt: attempts }, elsewhere);
  const key = attempts === 1 ? `fulfil:${order.id}` : `fulfil:${order.id}:${attempts}`;
  const hold = async (account: AccountName, part: number, name: string) => {
    const { id } = await openHold(tx, {
      key: name,
      tenantId: order.tenantId,
      account,
      amount: part,
      deadlineAt: after(services.clock.now(), holdMs),
      subject: { kind: subjectKind, id: order.id },
    }).catch((error: unknown) => {
      // also of a later try: what was free in between may be spent
      if (error instanceof InsufficientFunds && paysItself(order))
        throw invalid(order.payWay === 'coin' ? 'orders:error.tooFewCoins' : 'orders:error.balanceTooLow');
      throw error;
    });
    return id;
  };
  const cash = await holdCash(tx, order, cashMost, (account, part) => hold(account, part, `${key}:cash`));
  const own = amount > cash.amount ? await hold(waitingAccount(order), amount - cash.amount, key) : null;
  return changeOrder(tx, order, {
    attempts,
    holdId: own ?? cash.holdId,
    cashHoldId: own ? cash.holdId : null,
    cashAmount: cashOf(order, order.fulfilledAmount) + cash.amount,
  });
}

/**
 * Of a player's balance the value bought with cash goes first: the first try decides how much of it pays the order, a
 * later one may find less of it.
 */
function mostCash(order: OrderRow, amount: number): number {
  if (order.payWay !== 'balance') return 0;
  const { fulfilledAmount, attempts } = order;
  return attempts === 0 ? amount : cashBetween(order, fulfilledAmount, fulfilledAmount + amount);
}

async function holdCash(
  tx: Tx,
  order: OrderRow,
  most: number,
  hold: (account: AccountName, part: number) => Promise<string>,
): Promise<{ amount: number; holdId: string | null }> {
  const none = { amount: 0, holdId: null };
  if (most === 0) return none;
  const account = cashValueAccount(order);
  const [known] = await readBalances(tx, [account]);
  if ((known?.available ?? 0) <= 0) return none;
  // the same player may be buying elsewhere: taken, they stay as they are read
  await takePurses(tx, order);
  const [balance] = await readBalances(tx, [account]);
  const part = Math.min(most, balance?.available ?? 0);
  return part <= 0 ? none : { amount: part, holdId: await hold(account, part) };
}

/** Both parts of a player's balance, at once. */
const takePurses = (tx: Tx, order: OrderRow): Promise<void> =>
  lockAccounts(
    tx,
    [cashValueAccount(order), waitingAccount(order)].map((account) => ({ account, spread: order.id })),
  );

/** Which of the order's holds promises what. */
function holdsOf(order: OrderRow): { own: string | null; cash: string | null } {
  if (order.cashHoldId) return { own: order.holdId, cash: order.cashHoldId };
  const owed = undeliveredAmount(order);
  const cash = cashBetween(order, order.fulfilledAmount, order.fulfilledAmount + owed);
  return cash > 0 && cash === owed ? { own: null, cash: order.holdId } : { own: order.holdId, cash: null };
}

/** Moves what was delivered out of the holds, and frees the rest. */
export async function postHolds(
  tx: Tx,
  order: OrderRow,
  credits: { own: readonly Leg[]; cash: readonly Leg[] },
  posting: { kind: string; note: Record<string, unknown>; spread: string; now: Date },
): Promise<void> {
  const holds = holdsOf(order);
  for (const which of ['own', 'cash'] as const) {
    const legs = credits[which];
    const amount = legs.reduce((sum, leg) => sum + leg.amount, 0);
    const id = holds[which];
    if (!id) {
      if (amount > 0) throw new Error(`order ${order.id}: nothing is held for ${amount}`);
      continue;
    }
    const hold = { tenantId: order.tenantId, id };
    const ended =
      amount > 0
        ? await postHold(tx, hold, { ...posting, credits: legs })
        : await voidHold(tx, hold, posting.now);
    if ((ended.state === 'posted' ? ended.postedAmount : 0) !== amount)
      throw new Error(`order ${order.id}: its hold had ended otherwise`);
  }
}

export async function freeMoney(tx: Tx, services: Services, order: OrderRow): Promise<OrderRow> {
  if (!order.holdId) return order;
  if (order.cashHoldId) await takePurses(tx, order);
  for (const id of [order.holdId, order.cashHoldId])
    if (id) await voidHold(tx, { tenantId: order.tenantId, id }, services.clock.now());
  return changeOrder(tx, order, { holdId: null, cashHoldId: null });
}
