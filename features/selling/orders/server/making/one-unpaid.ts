import { and, count, eq, gte, inArray, isNotNull } from 'drizzle-orm';
import { endPayment } from '#features/money/payments/server/public.ts';
import { AppError, tooMany } from '#kit/kernel/errors.ts';
import { firstIdAt } from '#kit/kernel/ids.ts';
import { pick } from '#kit/kernel/pick.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { rows } from '#kit/server/tables.ts';
import type { PayWay } from '../../contract/kinds.ts';
import { orders } from '../../tables.ts';

/** So many orders may a player leave unpaid within so long, at whichever shop. */
const mostUnpaid = 20;
const unpaidWithinMs = 10 * minuteMs;

interface Wish {
  playerId: string;
  siteId: string;
  payWay: PayWay;
  requestId?: string | undefined;
}

const waitsToBePaid = ({ payWay }: Wish): boolean => payWay === 'wechat' || payWay === 'alipay';

/** The player's orders at a shop that wait to be paid at a platform; what this very wish has ordered before is not one. */
async function openAt(reader: Reader, { playerId, siteId, requestId }: Wish) {
  const order = rows(platformScope, orders);
  const found = await reader
    .select({
      ...pick(order, 'id', 'tenantId', 'paymentId', 'requestId'),
    })
    .from(order)
    .where(
      and(
        eq(order.playerId, playerId),
        eq(order.siteId, siteId),
        eq(order.state, 'created'),
        isNotNull(order.paymentId),
      ),
    );
  return found.filter((one) => !requestId || one.requestId !== requestId);
}

/** Thrown out of the transaction that would have made a second one. */
class UnpaidOpen extends AppError {
  readonly older: Awaited<ReturnType<typeof openAt>>;

  constructor(older: UnpaidOpen['older']) {
    super('orders:error.unpaidOpen', 'conflict');
    this.older = older;
  }
}

const replacements = new WeakMap<Services, Map<string, Promise<unknown>>>();

/** Ends when it is known whether a new order stands in this one's place; at once where none was asked for. */
export async function replaced(services: Services, orderId: string): Promise<void> {
  await replacements.get(services)?.get(orderId);
}

async function replacing<T>(services: Services, orderIds: string[], work: () => Promise<T>): Promise<T> {
  const known = replacements.get(services) ?? new Map<string, Promise<unknown>>();
  replacements.set(services, known);
  const done = work();
  const ended = done.catch(() => undefined);
  for (const id of orderIds) known.set(id, ended);
  try {
    return await done;
  } finally {
    for (const id of orderIds) known.delete(id);
  }
}

/**
 * One order of a player at a shop waits to be paid. A new one calls the older one off, as the player would: the platform is
 * asked first, so what was paid meanwhile is delivered. Where the platform does not say, the older one stays and the new one
 * is refused.
 */
export async function endingOlder<T>(services: Services, order: () => Promise<T>): Promise<T> {
  try {
    return await order();
  } catch (error) {
    if (!(error instanceof UnpaidOpen)) throw error;
    const { older } = error;
    return replacing(
      services,
      older.map(({ id }) => id),
      async () => {
        for (const { tenantId, paymentId } of older)
          if (paymentId) await endPayment(services, tenantId, paymentId);
        return order();
      },
    );
  }
}

/** In the transaction of the new one, before anything is kept for it: of two taps at the same moment the second finds the first. */
export async function assertOneUnpaid(tx: Tx, services: Services, wish: Wish): Promise<void> {
  if (!waitsToBePaid(wish)) return;
  const { playerId } = wish;
  await holdName(tx, 'unpaid orders', playerId);
  const older = await openAt(tx, wish);
  if (older.length > 0) throw new UnpaidOpen(older);
  const order = rows(platformScope, orders);
  const since = new Date(services.clock.now().getTime() - unpaidWithinMs);
  const [left] = await tx
    .select({ number: count() })
    .from(order)
    .where(
      and(
        eq(order.playerId, playerId),
        gte(order.id, firstIdAt(since)),
        inArray(order.state, ['created', 'closed']),
      ),
    );
  if ((left?.number ?? 0) >= mostUnpaid)
    throw tooMany('orders:error.tooManyUnpaid', { minutes: unpaidWithinMs / minuteMs });
}
