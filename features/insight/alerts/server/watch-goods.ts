import { type LowStock, listLowStock } from '#features/loyalty/stock/server/public.ts';
import { listLowGifts } from '#features/machines/gifts/server/public.ts';
import { listExpiring, listLowLanes } from '#features/machines/vending/server/public.ts';
import type { Reader } from '#kit/server/database.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import type { AlertKind } from '../contract/kinds.ts';
import { rulesByTenant } from '../rules/rule-book-rules.ts';
import { selectHeld } from './alert-queries.ts';
import type { Cause } from './raise-alerts.ts';
import { selectRules } from './rule-queries.ts';
import { differencesOf, isSettled, settleDifferences } from './settle-differences.ts';

const goodsKinds: readonly AlertKind[] = ['lowLane', 'lowGift', 'lowStock', 'expiringGoods', 'expiredGoods'];

type TenantCause = Cause & { tenantId: string };

const mostLanesNamed = 8;
const namesOf = (lanes: readonly { lane: number }[]) =>
  lanes
    .slice(0, mostLanesNamed)
    .map(({ lane }) => lane)
    .join(', ') + (lanes.length > mostLanesNamed ? ' …' : '');

/** One per machine: the person who goes there fills all its lanes. */
function laneCauses(lanes: Awaited<ReturnType<typeof listLowLanes>>): TenantCause[] {
  return [...Map.groupBy(lanes, ({ deviceId }) => deviceId).values()].map((low) => {
    const { tenantId, deviceId, siteId } = low[0]!;
    const empty = low.filter(({ stock }) => stock === 0).length;
    return {
      tenantId,
      kind: 'lowLane',
      deviceId,
      siteId,
      data: { low: low.length, empty, lanes: namesOf(low) },
    };
  });
}

const giftCauses = (gifts: Awaited<ReturnType<typeof listLowGifts>>): TenantCause[] =>
  gifts.map(({ tenantId, giftId, giftName, deviceId, siteId, stock, alarmThreshold }) => ({
    tenantId,
    kind: 'lowGift',
    deviceId,
    siteId,
    subject: giftId,
    data: { gift: giftName, stock, threshold: alarmThreshold },
  }));

/** Goods of the points store, in each store for itself. */
const stockCauses = (low: readonly LowStock[]): TenantCause[] =>
  low.map(({ tenantId, levelId, siteId, storeName, name, free, alarmThreshold }) => ({
    tenantId,
    kind: 'lowStock',
    deviceId: null,
    siteId,
    subject: levelId,
    data: { store: storeName, good: name, stock: free, threshold: alarmThreshold },
  }));

/** What has expired, and what soon will: one of each per machine, by the day that comes first. */
async function expiryCauses(reader: Reader, now: Date): Promise<TenantCause[]> {
  const found = await listExpiring(reader, platformScope, now);
  const kindOf = ({ daysLeft }: { daysLeft: number }) => (daysLeft < 0 ? 'expiredGoods' : 'expiringGoods');
  return [...Map.groupBy(found, (lane) => `${lane.deviceId} ${kindOf(lane)}`).values()].map((lanes) => {
    const [first] = lanes.toSorted((a, b) => a.daysLeft - b.daysLeft) as [(typeof lanes)[number]];
    const { tenantId, deviceId, siteId, productName, expiryDate } = first;
    return {
      tenantId,
      kind: kindOf(first),
      deviceId,
      siteId,
      data: { product: productName, expiryDate, lanes: namesOf(lanes) },
    };
  });
}

/** Looks over all lanes, gifts and goods: what is low, empty, about to expire or expired. */
export async function watchGoods(services: Services): Promise<void> {
  const reader = services.db.read;
  const readAt = services.clock.now();
  const [ruleRows, held, lanes, gifts, stock] = await Promise.all([
    selectRules(reader, platformScope),
    selectHeld(reader, platformScope, { kinds: goodsKinds }),
    listLowLanes(reader, platformScope),
    listLowGifts(reader, platformScope),
    listLowStock(reader, platformScope),
  ]);
  const rulesOf = rulesByTenant(ruleRows);
  const causes = [
    ...laneCauses(lanes),
    ...giftCauses(gifts),
    ...stockCauses(stock),
    ...(await expiryCauses(reader, readAt)),
  ];
  const causesByTenant = Map.groupBy(causes, ({ tenantId }) => tenantId);
  const heldByTenant = Map.groupBy(held, ({ tenantId }) => tenantId);
  for (const tenantId of new Set([...causesByTenant.keys(), ...heldByTenant.keys()])) {
    const differences = differencesOf({
      rules: rulesOf(tenantId),
      causes: causesByTenant.get(tenantId) ?? [],
      held: heldByTenant.get(tenantId) ?? [],
      readAt,
    });
    if (isSettled(differences)) continue;
    await services.db.transaction((tx) => settleDifferences(tx, services, tenantId, differences));
  }
}
