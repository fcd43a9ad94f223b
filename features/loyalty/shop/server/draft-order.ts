import type { ChosenWay } from '#features/loyalty/handover/contract.ts';
import {
  type Destination,
  destinationOf,
  draftHandover,
  fulfilmentOf,
  holdLimits,
  insertHandover,
  keepPieces,
  requireOpenShop,
} from '#features/loyalty/handover/server/public.ts';
import type { AppDraft, Buyer } from '#features/selling/orders/server/public.ts';
import { conflict, invalid } from '#kit/kernel/errors.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { siteDay } from '#kit/kernel/site-day.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { lineName, partsOf, type Wanted } from '../rules/cart-rules.ts';
import { type Cart, emptyCart, holdCart, readCartLines } from './cart-queries.ts';
import { isSold, offeredLines, type Sold, takeGoodsPrice, type WantedLine } from './price-goods.ts';

export interface GoodsWish {
  variantId?: string | undefined;
  pieces?: number | undefined;
  way: ChosenWay;
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

interface Drafted {
  cart: Cart;
  shop: Awaited<ReturnType<typeof requireOpenShop>>;
  lines: readonly Sold[];
  /** what each line has of the price, in their order */
  parts: readonly number[];
  totalFen: number;
  destination: Destination;
  isDirect: boolean;
  now: Date;
}

/** With the order: the pieces are kept, what was sold is written down as it is now, and the cart is empty. */
async function keepGoods(tx: Tx, drafted: Drafted, orderId: string, orderNumber: string): Promise<void> {
  const { cart, shop, destination, isDirect, now } = drafted;
  const { site, store } = shop;
  const sold = drafted.lines.map(({ offered, pieces }, place) => ({
    ...offered,
    ...{ goodName: offered.name, pieces, pricePoints: 0, priceTickets: 0, amountFen: drafted.parts[place]! },
  }));
  const { row, lines } = draftHandover(
    {
      ...{ site, day: siteDay(site, now), lines: sold },
      sum: { points: 0, tickets: 0, amountFen: drafted.totalFen },
    },
    {
      ...{ id: orderId, orderId, number: orderNumber, orderNumber, playerId: cart.playerId },
      ...{ kind: 'sale', state: 'unpaid', fromCart: !isDirect, ...destination },
    },
    now,
  );
  await keepPieces(tx, row, { storeId: store.id, lines, at: now });
  await insertHandover(tx, row, lines);
  if (!isDirect) await emptyCart(tx, cart);
}

/** Everything about an order of goods that the server decides. Refuses before anybody is asked for money. */
export async function draftGoods(
  tx: Tx,
  services: Services,
  { tenantId, siteId, playerId, now }: Buyer & { playerId: string },
  wish: GoodsWish,
): Promise<AppDraft> {
  const cart: Cart = { tenantId, siteId, playerId };
  const shop = await requireOpenShop(tx, siteId);
  const direct = directLine(wish);
  if (!direct) await holdCart(tx, cart);
  const wanted = direct ? [direct] : await readCartLines(tx, cart);
  const lines = requireSold(await offeredLines(tx, { tenantId, storeId: shop.store.id, now }, wanted));
  const destination = await destinationOf(tx, wish, { playerId, setting: shop.setting, now });
  const limited = lines.map(({ offered, pieces }) => ({ ...offered, goodName: offered.name, pieces }));
  await holdLimits(tx, { tenantId, playerId, day: siteDay(shop.site, now) }, limited);
  const { price, keep } = await takeGoodsPrice(services, tx, { cart, lines, now });
  const { totalFen } = price;
  if (totalFen !== wish.totalFen) throw conflict('shop:error.priceChanged', { amount: formatFen(totalFen) });
  const parts = partsOf(
    totalFen,
    lines.map(({ offered, pieces }) => ({ pieces, unitFen: offered.priceFen })),
  );
  const drafted = { cart, shop, lines, parts, totalFen, destination, isDirect: direct !== undefined, now };
  return {
    kind: 'goods',
    amount: totalFen,
    items: lines.map(({ offered, pieces }, place) => ({
      name: lineName(offered),
      quantity: pieces,
      amount: parts[place]!,
    })),
    fulfilment: { name: fulfilmentOf.sale, plan: {} },
    settlesTo: 'earnings',
    async keepPrice(inner, orderId, orderNumber) {
      await keep(inner, orderId);
      await keepGoods(inner, drafted, orderId, orderNumber);
    },
  };
}
