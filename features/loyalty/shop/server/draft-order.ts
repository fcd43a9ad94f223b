import { takeAddress } from '#features/base/addresses/server/public.ts';
import { siteHours } from '#features/base/sites/server/public.ts';
import { reserve } from '#features/loyalty/stock/server/public.ts';
import type { AppDraft, Buyer } from '#features/selling/orders/server/public.ts';
import { conflict, invalid, invalidField } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { siteDay } from '#kit/kernel/site-day.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { type PlayerScope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { insert, insertMany } from '#kit/server/tables.ts';
import type { Delivery } from '../contract/kinds.ts';
import { lineName, partsOf, type Wanted } from '../rules/cart-rules.ts';
import { goodsOrderLines, goodsOrders, type Receiver } from '../tables.ts';
import { type Cart, emptyCart, holdCart, readCartLines } from './cart-queries.ts';
import { keepGoodsLimits } from './limit-goods.ts';
import {
  isSold,
  offeredLines,
  requireStore,
  type Sold,
  takeGoodsPrice,
  type WantedLine,
} from './price-goods.ts';

export const goodsFulfilment = 'shop';
export const stockKey = (orderId: string) => `goods-order:${orderId}`;

/**
 * An order that nobody pays is closed by the orders, and its pieces are let go with it. This is the net below, for a
 * platform that does not say for so long whether it was paid.
 */
const unpaidKeptMs = dayMs;

export interface GoodsWish {
  variantId?: string | undefined;
  pieces?: number | undefined;
  delivery: Delivery;
  addressId?: string | undefined;
  totalFen: number;
}

/** One thing at once, or all that is in the cart. */
export const directLine = ({
  variantId,
  pieces,
}: Pick<GoodsWish, 'variantId' | 'pieces'>): Wanted | undefined =>
  variantId ? { variantId, pieces: pieces ?? 1 } : undefined;

function requireSold(lines: readonly WantedLine[]) {
  if (lines.length === 0) throw invalid('shop:error.emptyCart');
  const sold = lines.filter(isSold);
  const wrong = lines.find((line) => !isSold(line));
  if (wrong) {
    const name = wrong.offered ? lineName(wrong.offered) : '';
    const { why, ...params } = wrong.problem ?? { why: 'gone' as const };
    throw conflict(`shop:error.${why}`, { name, ...params });
  }
  return sold;
}

async function receiverOf(
  tx: Tx,
  scope: PlayerScope,
  { delivery, addressId }: GoodsWish,
  now: Date,
): Promise<Receiver | null> {
  if (delivery === 'pickUp') return null;
  if (!addressId) throw invalidField('addressId', 'shop:error.noAddress');
  const { id: _, ...receiver } = await takeAddress(tx, scope, addressId, now);
  return receiver;
}

interface Drafted {
  cart: Cart;
  storeId: string;
  day: string;
  lines: readonly Sold[];
  /** what each line has of the price, in their order */
  parts: readonly number[];
  receiver: Receiver | null;
  isDirect: boolean;
  now: Date;
}

const namesOf = (lines: readonly Sold[]) =>
  lines.map(({ offered, pieces }) => `${lineName(offered)} × ${pieces}`).join('、');

/** With the order: the pieces are kept, what was sold is written down as it is now, and the cart is empty. */
async function keepGoods(tx: Tx, drafted: Drafted, wish: GoodsWish, orderId: string): Promise<void> {
  const { cart, storeId, lines, parts, day, receiver, isDirect, now } = drafted;
  const { tenantId, siteId, playerId } = cart;
  await reserve(tx, {
    tenantId,
    key: stockKey(orderId),
    storeId,
    lines: lines.map(({ variantId, pieces }) => ({ variantId, pieces })),
    until: new Date(now.getTime() + unpaidKeptMs),
    at: now,
  });
  await insert(tx, tenantScope(tenantId), goodsOrders, {
    orderId,
    createdAt: now,
    siteId,
    storeId,
    playerId,
    state: 'unpaid',
    delivery: wish.delivery,
    title: namesOf(lines),
    pieces: lines.reduce((sum, { pieces }) => sum + pieces, 0),
    amountFen: wish.totalFen,
    day,
    fromCart: !isDirect,
    receiver,
  });
  await insertMany(
    tx,
    tenantScope(tenantId),
    goodsOrderLines,
    lines.map(({ offered, variantId, pieces }, place) => ({
      id: newId(now.getTime()),
      orderId,
      place,
      goodId: offered.goodId,
      variantId,
      name: offered.name,
      variantName: offered.variantName,
      picture: offered.picture,
      pieces,
      unitFen: offered.priceFen,
      amountFen: parts[place]!,
    })),
  );
  if (!isDirect) await emptyCart(tx, cart);
}

/** Everything about an order of goods that the server decides. Refuses before anybody is asked for money. */
export async function draftGoods(
  tx: Tx,
  services: Services,
  { tenantId, siteId, playerId, now }: Buyer & { playerId: string },
  wish: GoodsWish,
  scope: PlayerScope,
): Promise<AppDraft> {
  const cart: Cart = { tenantId, siteId, playerId };
  const { id: storeId } = await requireStore(tx, tenantId, siteId);
  const direct = directLine(wish);
  if (!direct) await holdCart(tx, cart);
  const wanted = direct ? [direct] : await readCartLines(tx, cart);
  const lines = requireSold(await offeredLines(tx, { tenantId, storeId, now }, wanted));
  const clock = (await siteHours(tx, tenantScope(tenantId), [siteId])).get(siteId);
  if (!clock) throw invalid('shop:error.noShop');
  const day = siteDay(clock, now);
  const wishes = lines.map(({ offered, pieces }) => ({ ...offered, pieces }));
  await keepGoodsLimits(tx, { tenantId, playerId, day }, wishes);
  const receiver = await receiverOf(tx, scope, wish, now);
  const { price, keep } = await takeGoodsPrice(services, tx, { cart, lines, now });
  const { totalFen } = price;
  if (totalFen !== wish.totalFen) throw conflict('shop:error.priceChanged', { amount: formatFen(totalFen) });
  const parts = partsOf(
    totalFen,
    lines.map(({ offered, pieces }) => ({ pieces, unitFen: offered.priceFen })),
  );
  const drafted = { cart, storeId, day, lines, parts, receiver, isDirect: direct !== undefined, now };
  return {
    kind: 'goods',
    amount: totalFen,
    items: lines.map(({ offered, pieces }, place) => ({
      name: lineName(offered),
      quantity: pieces,
      amount: parts[place]!,
    })),
    fulfilment: { name: goodsFulfilment, plan: {} },
    settlesTo: 'earnings',
    async keepPrice(inner, orderId) {
      await keep(inner, orderId);
      await keepGoods(inner, drafted, wish, orderId);
    },
  };
}
