import {
  assertLimits,
  requireOpenShop,
  type SettingRow,
  type Shop,
} from '#features/loyalty/handover/server/public.ts';
import { type FoundVariant, findShopVariants } from '#features/loyalty/stock/server/public.ts';
import { playerAccount, readBalances } from '#features/money/ledger/server/public.ts';
import { spendableAt } from '#features/money/wallet/server/public.ts';
import { AppError, conflict, invalid } from '#kit/kernel/errors.ts';
import { siteDay } from '#kit/kernel/site-day.ts';
import type { Reader } from '#kit/server/database.ts';
import { type ExchangeSum, isTooMuch, sumOfLines } from '../rules/exchange-rules.ts';

export interface WishedLine {
  variantId: string;
  pieces: number;
}

/** What somebody wants at a shop, with what it costs now. */
export interface PricedWish {
  site: Shop['site'];
  storeId: string;
  setting: SettingRow;
  day: string;
  lines: (FoundVariant & { pieces: number; amountFen: number })[];
  sum: ExchangeSum;
}

/** Refuses what is not on the shelf there, and anything while the store is closed. */
export async function priceWish(
  reader: Reader,
  wish: { siteId: string; lines: readonly WishedLine[]; now: Date },
): Promise<PricedWish> {
  const { site, store, setting } = await requireOpenShop(reader, wish.siteId);
  const ids = wish.lines.map(({ variantId }) => variantId);
  if (new Set(ids).size < ids.length) throw invalid('exchange:error.lineTwice');
  const found = await findShopVariants(reader, {
    tenantId: site.tenantId,
    storeId: store.id,
    now: wish.now,
    ids,
    size: ids.length,
  });
  const lines = wish.lines.map(({ variantId, pieces }) => {
    const variant = found.find((one) => one.variantId === variantId);
    if (!variant) throw conflict('exchange:error.offShelf');
    return { ...variant, pieces, amountFen: variant.priceFen * pieces };
  });
  const sum = sumOfLines(lines);
  if (isTooMuch(sum)) throw invalid('exchange:error.tooMuch');
  return { site, storeId: store.id, setting, day: siteDay(site, wish.now), lines, sum };
}

export interface Owned {
  points: number;
  tickets: number;
  balanceFen: number;
}

/** What a player has at a shop to exchange. */
export async function readOwned(
  reader: Reader,
  { tenantId, playerId, siteId }: { tenantId: string; playerId: string; siteId: string },
): Promise<Owned> {
  const [[points], [tickets], { balanceFen }] = await Promise.all([
    readBalances(reader, [playerAccount(tenantId, playerId, siteId, 'point')]),
    readBalances(reader, [playerAccount(tenantId, playerId, siteId, 'ticket')]),
    spendableAt(reader, { tenantId, playerId, siteId }),
  ]);
  return { points: points?.available ?? 0, tickets: tickets?.available ?? 0, balanceFen };
}

/** Why there are too few pieces; undefined: there are enough. */
export const shortOf = ({ lines }: PricedWish): AppError | undefined => {
  const short = lines.find(({ free, pieces }) => pieces > free);
  return short && conflict('exchange:error.short', { name: short.goodName, count: Math.max(0, short.free) });
};

/** Why a player can not have it just now. Who pays is checked again by the books. */
export async function refusalOf(
  reader: Reader,
  wish: PricedWish,
  playerId: string,
): Promise<AppError | undefined> {
  const { site, day, lines, sum } = wish;
  const { tenantId, id: siteId } = site;
  const short = shortOf(wish);
  if (short) return short;
  try {
    await assertLimits(reader, { tenantId, playerId, day }, lines);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  const own = await readOwned(reader, { tenantId, playerId, siteId });
  if (own.points < sum.points) return invalid('points:error.tooFew.point');
  if (own.tickets < sum.tickets) return invalid('points:error.tooFew.ticket');
  return undefined;
}
