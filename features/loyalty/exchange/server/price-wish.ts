import { type SiteHours, siteHours } from '#features/base/sites/server/public.ts';
import { type FoundVariant, findShopVariants, shopStoreOf } from '#features/loyalty/stock/server/public.ts';
import { playerAccount, readBalances } from '#features/money/ledger/server/public.ts';
import { spendableAt } from '#features/money/wallet/server/public.ts';
import { AppError, conflict, invalid, missing } from '#kit/kernel/errors.ts';
import { siteDay } from '#kit/kernel/site-day.ts';
import type { Reader } from '#kit/server/database.ts';
import { platformScope, type Scope } from '#kit/server/scope.ts';
import { type ExchangeSum, isTooMuch, leftOf, sumOfLines } from '../rules/exchange-rules.ts';
import { countTaken } from './exchange-queries.ts';
import { readSetting, type SettingRow } from './setting-queries.ts';

export interface WishedLine {
  variantId: string;
  pieces: number;
}

/** What somebody wants at a shop, with what it costs now. */
export interface PricedWish {
  site: SiteHours;
  storeId: string;
  setting: SettingRow;
  day: string;
  lines: (FoundVariant & { pieces: number })[];
  sum: ExchangeSum;
}

/** The shop with the store that hands out there; one without is no points store. */
export async function readShop(reader: Reader, siteId: string, scope: Scope = platformScope) {
  const site = (await siteHours(reader, scope, [siteId])).get(siteId);
  if (!site) throw missing('exchange:error.noShop');
  const [store, setting] = await Promise.all([
    shopStoreOf(reader, site.tenantId, siteId),
    readSetting(reader, site.tenantId),
  ]);
  return { site, store, setting };
}

/** Refuses what is not on the shelf there, and anything while the store is closed. */
export async function priceWish(
  reader: Reader,
  wish: { siteId: string; lines: readonly WishedLine[]; now: Date },
): Promise<PricedWish> {
  const { site, store, setting } = await readShop(reader, wish.siteId);
  if (!store || !setting.open || !site.enabled) throw conflict('exchange:error.closed');
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
    return { ...variant, pieces };
  });
  const sum = sumOfLines(lines);
  if (isTooMuch(sum)) throw invalid('exchange:error.tooMuch');
  return { site, storeId: store.id, setting, day: siteDay(site, wish.now), lines, sum };
}

interface Limited {
  goodId: string;
  goodName: string;
  pieces: number;
  perPlayer: number | null;
  perPlayerDay: number | null;
  perDay: number | null;
}

export const isLimited = ({
  perPlayer,
  perPlayerDay,
  perDay,
}: Pick<Limited, 'perPlayer' | 'perPlayerDay' | 'perDay'>): boolean =>
  (perPlayer ?? perPlayerDay ?? perDay) !== null;

/** The limits of each good, over all its variants. */
export async function assertLimits(
  reader: Reader,
  lines: readonly Limited[],
  who: { tenantId: string; playerId: string; day: string },
): Promise<void> {
  for (const [goodId, own] of Map.groupBy(lines.filter(isLimited), (line) => line.goodId)) {
    const [first] = own as [Limited];
    const left = leftOf(first, await countTaken(reader, { ...who, goodId }));
    const wanted = own.reduce((sum, { pieces }) => sum + pieces, 0);
    if (left !== null && wanted > left)
      throw conflict('exchange:error.limit', { name: first.goodName, count: left });
  }
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

/** Why a player can not have it just now; whoever pays is asked again by the books themselves. */
export async function refusalOf(
  reader: Reader,
  { site, day, lines, sum }: PricedWish,
  playerId: string,
): Promise<AppError | undefined> {
  const { tenantId, id: siteId } = site;
  const short = lines.find(({ free, pieces }) => pieces > free);
  if (short)
    return conflict('exchange:error.short', { name: short.goodName, count: Math.max(0, short.free) });
  try {
    await assertLimits(reader, lines, { tenantId, playerId, day });
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  const own = await readOwned(reader, { tenantId, playerId, siteId });
  if (own.points < sum.points) return invalid('points:error.tooFew.point');
  if (own.tickets < sum.tickets) return invalid('points:error.tooFew.ticket');
  if (own.balanceFen < sum.amountFen) return invalid('exchange:error.balance');
  return undefined;
}
