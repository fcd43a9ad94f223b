import { type AccountName, lockAccounts } from '#features/money/ledger/server/public.ts';
import { lateRefunds, type Moving } from '#features/money/payments/server/public.ts';
import { feeLadder } from '#features/money/wallet/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { accountsOf, costsFee, paysByPass, withLivingWallet } from '../order-accounts.ts';
import { lockOrder, readRefunds } from '../order-queries.ts';
import { type OrderRow, subjectKind } from '../order-types.ts';
import { lateBearer, returningAccounts } from '../refunding/refund-money.ts';
import { fulfilmentOf, registryOf } from '../registry.ts';

/** Accounts of both wallets where another one stands in, and of everybody who has a part in the fee. */
async function accountsToTake(tx: Tx, order: OrderRow): Promise<AccountName[]> {
  const ladder =
    order.feeLadder.length > 0
      ? order.feeLadder
      : costsFee(order)
        ? await feeLadder(tx, order.tenantId, order.payWay)
        : [];
  const living = await withLivingWallet(tx, order);
  return [...accountsOf(order, ladder), ...(living === order ? [] : accountsOf(living, []))];
}

/**
 * Money of an order is about to move in more than one step: every account that may be touched is taken before. What
 * others want back or give back of a refund is theirs to name.
 */
export async function takeAccounts(
  tx: Tx,
  services: Services,
  order: OrderRow,
  outside: readonly AccountName[] = [],
): Promise<void> {
  if (paysByPass(order)) return;
  const accounts = [...(await accountsWithOthers(tx, services, order)), ...outside];
  await lockAccounts(
    tx,
    accounts.map((account) => ({ account, spread: order.id })),
  );
}

async function accountsWithOthers(tx: Tx, services: Services, order: OrderRow): Promise<AccountName[]> {
  const named: AccountName[] = [];
  if (order.unit === 'fen' && order.settlesTo === 'earnings' && order.fulfilledAmount > 0)
    for (const listener of registryOf(services).listeners)
      named.push(...((await listener.refundAccounts?.(tx, order)) ?? []));
  return [...(await accountsToTake(tx, order)), ...named];
}

/** What was returned after all is refunded in the same transaction: see `takeLateRefunds`. */
async function accountsForLate(tx: Tx, services: Services, order: OrderRow): Promise<AccountName[]> {
  return [
    ...(await accountsWithOthers(tx, services, order)),
    ...returningAccounts(order),
    ...lateBearer(order),
  ];
}

async function waitsForLate(tx: Tx, { tenantId, id }: OrderRow): Promise<boolean> {
  const refunds = await readRefunds(tx, tenantId, id);
  const failed = refunds.flatMap(({ state, paymentRefundId }) =>
    state === 'failed' && paymentRefundId ? [paymentRefundId] : [],
  );
  return (await lateRefunds(tx, tenantId, failed)).size > 0;
}

/** From the payments feature, before it books: the order's row comes before any account. */
export async function hearMoving(
  tx: Tx,
  services: Services,
  { tenantId, subject, why }: Moving,
): Promise<AccountName[]> {
  if (subject.kind !== subjectKind) return [];
  const order = await lockOrder(tx, tenantId, subject.id);
  switch (why) {
    case 'refundReturnedLate':
      return accountsForLate(tx, services, order);
    case 'refundDone':
    case 'refundFailed':
      if (await waitsForLate(tx, order)) return accountsForLate(tx, services, order);
      return why === 'refundFailed' ? accountsToTake(tx, order) : [];
    case 'paid': {
      // a machine delivers later: until then the money only waits, which is one step
      const atOnce = !fulfilmentOf(services, order.fulfilment.name).refusesFirst;
      return order.state === 'created' && atOnce ? accountsToTake(tx, order) : [];
    }
    default:
      return [];
  }
}
