import { and, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm';
import { endOfDay, startOfDay } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { SettleTarget } from '../../contract/kinds.ts';
import { orders } from '../../tables.ts';

interface WalletOf {
  tenantId: string;
  walletId: string;
}

const targets: SettleTarget[] = ['wallet', 'deposit'];

const topUps = ({ tenantId, walletId }: WalletOf) => {
  const order = rows(tenantScope(tenantId), orders);
  return { order, where: and(eq(order.walletId, walletId), inArray(order.settlesTo, targets)) };
};

/** What came into a wallet by top-ups and paid deposits since then and was not refunded, without their fees. */
export async function toppedUpSince(reader: Reader, wallet: WalletOf, since: Date): Promise<number> {
  const { order, where } = topUps(wallet);
  const [found] = await reader
    .select({
      sumFen:
        sql<number>`coalesce(sum(${order.fulfilledAmount} - ${order.refundedAmount} - ${order.feeFen}), 0)::bigint`.mapWith(
          Number,
        ),
    })
    .from(order)
    .where(and(where, gte(order.settledAt, since)));
  return Math.max(0, found?.sumFen ?? 0);
}

/** What was asked for on a day to top up a wallet, paid or still to be paid. */
export async function toppedUpOn(reader: Reader, wallet: WalletOf, day: string): Promise<number> {
  const { order, where } = topUps(wallet);
  const [found] = await reader
    .select({
      sumFen: sql<number>`coalesce(sum(${order.amount} - ${order.refundedAmount}), 0)::bigint`.mapWith(
        Number,
      ),
    })
    .from(order)
    .where(
      and(
        where,
        ne(order.state, 'closed'),
        gte(order.createdAt, startOfDay(day)),
        lt(order.createdAt, endOfDay(day)),
      ),
    );
  return found?.sumFen ?? 0;
}
