import { and, count, eq, isNull, sql } from 'drizzle-orm';
import { ofSamePerson } from '#features/base/players/server/public.ts';
import { siteClock } from '#features/base/sites/server/public.ts';
import { type DeviceView, findDevice } from '#features/machines/devices/server/public.ts';
import { readDeviceSettings } from '#features/machines/settings/server/public.ts';
import { type KeepPrice, lastPaidAt, type OwnSale } from '#features/selling/orders/server/public.ts';
import { invalid, missing } from '#kit/kernel/errors.ts';
import { type SiteClock, siteDay, startOfSiteDay } from '#kit/kernel/site-day.ts';
import type { SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import { exchange } from '#kit/protocol/types/exchange.ts';
import { consume } from '#kit/protocol/types/groups.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, insert, rows, update } from '#kit/server/tables.ts';
import { noRules } from '../contract/price-rules.ts';
import type { Circumstances, PlayerPast } from '../rules/circumstances.ts';
import {
  type Choice,
  offersAt,
  type Price,
  type Priced,
  type PricedOffer,
  priceChoice,
} from '../rules/price.ts';
import { type KeptCircumstances, pricedOrders, priceVersions } from '../tables.ts';
import { holdPrices } from './card-savings.ts';
import { latestVersion, rulesIn } from './price-versions.ts';

/** Where somebody wants to buy, and who. */
export interface Visit {
  tenantId: string;
  siteId: string;
  /** null: not at a machine, as in the app */
  deviceId: string | null;
  /** absent: nobody knows who it is */
  playerId?: string | null;
  /** of the member, where there is one */
  level?: Circumstances['level'];
  /** of the player's cards */
  cards?: Circumstances['cards'];
  now: Date;
  /** the machine, where the caller has read it already */
  device?: DeviceView | undefined;
  /** what that machine confirmed last, where the caller has read it already */
  settings?: SettingsDocument | undefined;
}

const yuanFen = 100;

/** What coins cost at this machine without a package. */
async function coinPriceAt(
  reader: Reader,
  device: DeviceView,
  read: SettingsDocument | undefined,
): Promise<Circumstances['coinPrice']> {
  const settings = read ?? (await readDeviceSettings(reader, tenantScope(device.tenantId), device));
  if (device.type === 'exchange')
    return { fen: yuanFen, coins: exchange.parse(settings.exchange ?? {}).coinsPerYuan };
  if (device.type !== 'claw' && device.type !== 'lottery') return null;
  const { coinsPerPlay, pricePerPlay } = consume.parse(settings.consume ?? {});
  return { fen: device.priceFen ?? pricePerPlay, coins: coinsPerPlay };
}

async function pastOf(
  reader: Reader,
  { tenantId, now }: Visit,
  playerId: string,
  clock: SiteClock,
): Promise<PlayerPast> {
  const priced = rows(tenantScope(tenantId), pricedOrders);
  const today = startOfSiteDay(clock, siteDay(clock, now)).toISOString();
  const bought = await reader
    .select({
      packageId: priced.packageId,
      ever: count(),
      today: sql<number>`(count(*) filter (where ${priced.createdAt} >= ${today}::timestamptz))::int`,
    })
    .from(priced)
    .where(and(ofSamePerson(priced.playerId, playerId), isNull(priced.givenUpAt)))
    .groupBy(priced.packageId);
  return {
    lastPaidAt: await lastPaidAt(reader, tenantId, playerId),
    bought: Object.fromEntries(
      bought.flatMap(({ packageId, ...times }) => (packageId ? [[packageId, times] as const] : [])),
    ),
  };
}

async function circumstancesOf(reader: Reader, visit: Visit): Promise<Circumstances> {
  const { tenantId, siteId, deviceId, playerId, level = null, cards = [], now } = visit;
  const device =
    visit.device ?? (deviceId ? await findDevice(reader, tenantScope(tenantId), deviceId) : undefined);
  // Rules are a site's: a machine that was moved meanwhile is not sold for by the old ones.
  if (deviceId && device?.siteId !== siteId) throw missing();
  const clock = await siteClock(reader, tenantScope(tenantId), siteId);
  return {
    at: now,
    clock,
    deviceId,
    playFen: device?.priceFen ?? null,
    coinPrice: device ? await coinPriceAt(reader, device, visit.settings) : null,
    level,
    cards,
    player: playerId ? await pastOf(reader, visit, playerId, clock) : null,
  };
}

/** Which rules said it; null: the site has none. */
export interface RulesVersion {
  id: string;
  number: number;
}

async function rulesAt(reader: Reader, { tenantId, siteId }: Visit) {
  const found = await latestVersion(reader, tenantId, siteId);
  const version: RulesVersion | null = found ? { id: found.id, number: found.number } : null;
  return { version, rules: found?.rules ?? noRules };
}

/** The packages on sale there now, each with its price line by line or with why it can not be had just now. */
export async function offersFor(
  reader: Reader,
  visit: Visit,
): Promise<{ version: RulesVersion | null; offers: PricedOffer[] }> {
  const { version, rules } = await rulesAt(reader, visit);
  return { version, offers: offersAt(rules, await circumstancesOf(reader, visit)) };
}

type PricedNow = Priced & { version: RulesVersion | null; circumstances: Circumstances };

/** What a choice costs there now, and by which version. */
export async function priceOf(reader: Reader, visit: Visit & { choice: Choice }): Promise<PricedNow> {
  const { version, rules } = await rulesAt(reader, visit);
  const circumstances = await circumstancesOf(reader, visit);
  return { ...priceChoice(rules, visit.choice, circumstances), version, circumstances };
}

const kept = ({ at, player, ...rest }: Circumstances): KeptCircumstances => ({
  ...rest,
  at: at.toISOString(),
  player: player && { ...player, lastPaidAt: player.lastPaidAt?.toISOString() ?? null },
});

const again = ({ at, player, ...rest }: KeptCircumstances): Circumstances => ({
  ...rest,
  at: new Date(at),
  player: player && { ...player, lastPaidAt: player.lastPaidAt ? new Date(player.lastPaidAt) : null },
});

/** Written with the order, so that its price can be explained whatever the rules become. */
async function keepPrice(
  tx: Tx,
  { tenantId, siteId, playerId = null, choice, now }: Visit & { choice: Choice },
  { price, version, circumstances }: TakenPrice,
  orderId: string,
): Promise<void> {
  await insert(tx, tenantScope(tenantId), pricedOrders, {
    orderId,
    createdAt: now,
    siteId,
    playerId,
    packageId: price.packageId,
    versionId: version?.id ?? null,
    choice,
    circumstances: kept(circumstances),
    lines: price.lines,
    totalFen: price.totalFen,
  });
}

type TakenPrice = { price: Price; version: RulesVersion | null; circumstances: Circumstances };

/**
 * The price for an order that follows in this transaction; `keep` writes it once the order has an id. What a player takes
 * is counted one after the other, so that an offer for the first time or with a limit is not given twice to two tabs.
 */
export async function takePrice(
  tx: Tx,
  visit: Visit & { choice: Choice },
): Promise<TakenPrice & { keep: (tx: Tx, orderId: string) => Promise<void> }> {
  const { tenantId, playerId } = visit;
  if (playerId) await holdPrices(tx, tenantId, playerId);
  const { price, refused, version, circumstances } = await priceOf(tx, visit);
  if (!price) throw invalid(`packages:refused.${refused}`);
  const taken = { price, version, circumstances };
  return { ...taken, keep: (inner, orderId) => keepPrice(inner, visit, taken, orderId) };
}

/**
 * What plays and goods of a machine cost there now, where a discount, a level or a card lowers its own price: the rules are
 * read at once, the price is said later. Nothing of the player's past matters for it.
 */
export async function ownPrices(
  reader: Reader,
  visit: Visit,
): Promise<(sale: OwnSale) => { price: Price; keep: KeepPrice } | undefined> {
  const { deviceId, level = null, cards, now } = visit;
  const { version, rules } = await rulesAt(reader, visit);
  const clock = await siteClock(reader, tenantScope(visit.tenantId), visit.siteId);
  const around = { at: now, clock, deviceId, coinPrice: null, level, player: null };
  return (sale) => {
    const ofPlays = 'plays' in sale;
    const choice = ofPlays ? { plays: sale.plays } : sale;
    const circumstances: Circumstances = ofPlays
      ? { ...around, playFen: sale.playFen }
      : { ...around, playFen: null, cards };
    const { price } = priceChoice(rules, choice, circumstances);
    if (!price || price.lines.every(({ kind }) => kind === 'base')) return undefined;
    const taken = { price, version, circumstances };
    return { price, keep: (tx, orderId) => keepPrice(tx, { ...visit, choice }, taken, orderId) };
  };
}

/** The order was never paid, or all of it went back: what was limited may be had again. */
export async function giveUpPrice(tx: Tx, tenantId: string, orderId: string, now: Date): Promise<void> {
  await update(
    tx,
    tenantScope(tenantId),
    pricedOrders,
    (columns) => and(eq(columns.orderId, orderId), isNull(columns.givenUpAt)),
    { givenUpAt: now },
  );
}

/**
 * Why an order cost what it cost, however long ago: the lines of that day, and what the rules of that day say about it
 * when they are asked again; undefined for an order that was not priced here.
 */
export async function explainPrice(reader: Reader, tenantId: string, orderId: string) {
  const scope = tenantScope(tenantId);
  const [order] = await find(reader, scope, pricedOrders, { orderId });
  if (!order) return undefined;
  const [version] = order.versionId ? await find(reader, scope, priceVersions, { id: order.versionId }) : [];
  const { choice, circumstances, lines, totalFen } = order;
  return {
    version: version ? { id: version.id, number: version.number, createdAt: version.createdAt } : null,
    choice,
    lines,
    totalFen,
    saysNow: priceChoice(version ? rulesIn(version) : noRules, choice, again(circumstances)),
  };
}
