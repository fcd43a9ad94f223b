import { type AccountName, lockAccounts } from '#features/ledger/server/public.ts';
import type { Moving } from '#features/payments/server/public.ts';
import { feeLadder } from '#features/wallet/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { accountsOf, costsFee, withLivingWallet } from './order-accounts.ts';
import { lockOrder } from './order-queries.ts';
import { type OrderRow, subjectKind } from './order-types.ts';
import { fulfilmentOf, registryOf } from './registry.ts';

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
  const named: AccountName[] = [];
  if (order.unit === 'fen' && order.settlesTo === 'earnings' && order.fulfilledAmount > 0)
    for (const listener of registryOf(services).listeners)
      named.push(...((await listener.refundAccounts?.(tx, order)) ?? []));
  const accounts = [...(await accountsToTake(tx, order)), ...named, ...outside];
  await lockAccounts(
    tx,
    accounts.map((account) => ({ account, spread: order.id })),
  );
}

/** From the payments feature, before it books: the order's row comes before any account. */
export async function hearMoving(tx: Tx, services: Services, moving: Moving): Promise<AccountName[]> {
  if (moving.subject.kind !== subjectKind) return [];
  const order = await lockOrder(tx, moving.tenantId, moving.subject.id);
  if (moving.why === 'refundFailed') return accountsToTake(tx, order);
  // a machine delivers later: until then the money only waits, which is one step
  const atOnce = !fulfilmentOf(services, order.fulfilment.name).refusesFirst;
  return moving.why === 'paid' && order.state === 'created' && atOnce ? accountsToTake(tx, order) : [];
}
