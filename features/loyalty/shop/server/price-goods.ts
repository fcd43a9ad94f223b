import { type PricedVariant, readShopVariants } from '#features/loyalty/stock/server/public.ts';
import {
  benefitsOf,
  type Price,
  priceOf,
  sayLine,
  takePrice,
  type Visit,
} from '#features/selling/packages/server/public.ts';
import type { Say } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { lineName, type Problem, problemOf, type Wanted } from '../rules/cart-rules.ts';
import type { Cart } from './cart-queries.ts';

/** Something wanted, as the shop offers it; absent in `offered`: nobody knows it there. */
export interface WantedLine extends Wanted {
  offered: PricedVariant | undefined;
  problem: Problem | undefined;
}

export async function offeredLines(
  reader: Reader,
  { tenantId, storeId, now }: { tenantId: string; storeId: string; now: Date },
  wanted: readonly Wanted[],
): Promise<WantedLine[]> {
  const variantIds = wanted.map(({ variantId }) => variantId);
  const known = await readShopVariants(reader, { tenantId, storeId, variantIds, now });
  return wanted.map((line) => {
    const offered = known.get(line.variantId);
    return { ...line, offered, problem: problemOf(line, offered) };
  });
}

/** Without a problem: it can be had. */
export type Sold = WantedLine & { offered: PricedVariant };
export const isSold = (line: WantedLine): line is Sold =>
  line.problem === undefined && line.offered !== undefined;

const choiceOf = (lines: readonly Sold[]) => ({
  goods: lines.map(({ offered, pieces }) => ({ name: lineName(offered), pieces, unitFen: offered.priceFen })),
});

const visitOf = async (services: Services, reader: Reader, cart: Cart, now: Date): Promise<Visit> => ({
  tenantId: cart.tenantId,
  siteId: cart.siteId,
  deviceId: null,
  playerId: cart.playerId,
  ...(await benefitsOf(services, reader, { ...cart, deviceType: null, now })),
  now,
});

const linesOf = ({ lines, totalFen }: Price, say: Say) => ({
  priceLines: lines.map((line) => ({ text: sayLine(line, say), amountFen: line.amountFen })),
  totalFen,
});

/** What these lines cost this player there now; those with a problem cost nothing, as they can not be had. */
export async function quoteGoods(
  services: Services,
  reader: Reader,
  { cart, lines, now, say }: { cart: Cart; lines: readonly WantedLine[]; now: Date; say: Say },
) {
  const sold = lines.filter(isSold);
  if (sold.length === 0) return { priceLines: [], totalFen: 0 };
  const { price } = await priceOf(reader, {
    ...(await visitOf(services, reader, cart, now)),
    choice: choiceOf(sold),
  });
  return price ? linesOf(price, say) : { priceLines: [], totalFen: 0 };
}

/** The price for an order that follows in this transaction. */
export const takeGoodsPrice = async (
  services: Services,
  tx: Tx,
  { cart, lines, now }: { cart: Cart; lines: readonly Sold[]; now: Date },
) => takePrice(tx, { ...(await visitOf(services, tx, cart, now)), choice: choiceOf(lines) });
