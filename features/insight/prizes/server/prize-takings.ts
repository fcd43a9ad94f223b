import { prizeTypes } from '#features/insight/alerts/server/public.ts';
import { maySeeIncome } from '#features/selling/coins/server/public.ts';
import {
  allWays,
  incomeMeasures,
  incomeOf,
  type Measure,
} from '#features/selling/figures/contract/measures.ts';
import { readFigures } from '#features/selling/figures/server/public.ts';
import type { Days } from '#kit/kernel/days.ts';
import { addDays } from '#kit/kernel/time.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { priceDays } from '../contract.ts';
import {
  addTakings,
  type CoinSales,
  type SpentThere,
  type Takings,
  takingsAt,
} from '../rules/payout-rules.ts';

interface Asked extends Days {
  siteIds?: readonly string[] | undefined;
  deviceIds?: readonly string[] | undefined;
  type?: DeviceType | undefined;
}

const spentMeasures: readonly Measure[] = [
  ...incomeMeasures,
  'cashCoins',
  'paidCoins',
  'coinFace',
  'coinSales',
  'coinBack',
];

const nothingSpent = (): SpentThere => ({
  incomeFen: 0,
  coinSalesFen: 0,
  handCoins: 0,
  faceFen: 0,
  paidCoins: 0,
});

function addSpent(spent: SpentThere, measure: Measure, amount: number): void {
  if (measure === 'cashCoins') spent.handCoins += amount;
  else if (measure === 'paidCoins') spent.paidCoins += amount;
  else if (measure === 'coinFace') spent.faceFen += amount;
  else if (measure === 'coinSales') spent.coinSalesFen += amount;
  else if (measure === 'coinBack') spent.coinSalesFen -= amount;
  else spent.incomeFen += incomeOf(measure, amount);
}

const soldMeasures: readonly Measure[] = [...allWays('gross'), 'cash', 'coinsOut', 'coinSales', 'coinsSold'];

/**
 * What coins cost at each site: all that exchange machines took and gave, and all that was sold into accounts. Of few days
 * there may be hardly a sale, so a price is never made of fewer than `priceDays`.
 */
async function readCoinSales(
  reader: Reader,
  scope: Scope,
  siteIds: readonly string[],
  { from, to }: Days,
): Promise<Map<string, CoinSales>> {
  const earliest = addDays(to, 1 - priceDays);
  const found = await readFigures(reader, scope, {
    from: from < earliest ? from : earliest,
    to,
    siteIds,
    measures: soldMeasures,
    by: ['site', 'type', 'measure'],
  });
  const sales = new Map<string, CoinSales>();
  for (const { siteId, type, measure, amount } of found) {
    const sold = sales.get(siteId ?? '') ?? { coins: 0, fen: 0 };
    sales.set(siteId ?? '', sold);
    const isExchange = type === 'exchange';
    if (measure === 'coinsSold') sold.coins += amount;
    // what was sold into an account at an exchange machine is part of what the machine took
    else if (measure === 'coinSales') sold.fen += isExchange ? 0 : amount;
    else if (isExchange && measure === 'coinsOut') sold.coins += amount;
    else if (isExchange) sold.fen += amount;
  }
  return sales;
}

/**
 * What people spent at machines with prizes, of each machine or of each site; null for who may not see income. By the
 * business days of each site; a machine that was moved counts each of its sites by the coins of that site.
 */
export async function readTakings(
  { db, session }: Pick<StaffContext, 'db' | 'session'>,
  { type, ...asked }: Asked,
  by: 'device' | 'site',
): Promise<Map<string, Takings> | null> {
  if (!maySeeIncome(session)) return null;
  const figures = await readFigures(db.read, session.scope, {
    ...asked,
    types: prizeTypes.filter((name) => !type || name === type),
    measures: spentMeasures,
    by: [...new Set(['site', by, 'measure'] as const)],
  });
  const spent = new Map<string, { key: string; siteId: string; there: SpentThere }>();
  for (const { siteId, deviceId, measure, amount } of figures) {
    const key = (by === 'device' ? deviceId : siteId) ?? '';
    const place = `${key} ${siteId}`;
    const known = spent.get(place) ?? { key, siteId: siteId ?? '', there: nothingSpent() };
    spent.set(place, known);
    addSpent(known.there, measure as Measure, amount);
  }
  const siteIds = [...new Set([...spent.values()].map(({ siteId }) => siteId).filter(Boolean))];
  const sales = await readCoinSales(db.read, session.scope, siteIds, asked);
  const takings = new Map<string, Takings>();
  for (const { key, siteId, there } of spent.values()) {
    const here = takingsAt(there, sales.get(siteId));
    const before = takings.get(key);
    takings.set(key, before ? addTakings(before, here) : here);
  }
  return takings;
}
