import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { siteView } from '#features/base/sites/server/public.ts';
import { deviceView, machineView } from '#features/machines/devices/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { missing } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import { addDays, businessDay } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { atSite, listing, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { type ColumnsOf, type RowOf, rows } from '#kit/server/tables.ts';
import { expiringDays, highTrafficPercent, simcardsContract } from '../contract.ts';
import { monthOf } from '../rules/card-rules.ts';
import { simCardEvents, simCards, simCardTraffic } from '../tables.ts';

type Cards = ColumnsOf<typeof simCards>;
export type CardRow = RowOf<typeof simCards>;
export type CardEventRow = RowOf<typeof simCardEvents>;
type ListInput = ParsedInputOf<typeof simcardsContract.listCards>;

/** Accounts with some sites see the cards in the devices there, and cards that sit nowhere. */
function within(scope: Scope, card: Cards): SQL | undefined {
  if (scope.kind !== 'tenant' || scope.siteIds === null) return undefined;
  const device = deviceView(scope);
  const here = new QueryBuilder().select({ id: device.id }).from(device).where(isNull(device.unboundAt));
  return or(isNull(card.deviceId), inArray(card.deviceId, here));
}

/** The same for rows that are locked already. */
export async function assertWithin(tx: Tx, scope: Scope, list: readonly CardRow[]): Promise<void> {
  const card = rows(scope, simCards);
  const ids = list.map(({ id }) => id);
  if (ids.length === 0 || !within(scope, card)) return;
  const seen = await tx.$count(card, and(inArray(card.id, ids), within(scope, card)));
  if (seen < ids.length) throw missing();
}

/** A card with its traffic of the month, the device it sits in and where that stands. */
function listed(reader: Reader, scope: Scope, now: Date) {
  const card = rows(scope, simCards);
  const traffic = rows(scope, simCardTraffic);
  const device = deviceView(scope);
  const site = siteView(scope);
  const used = sql<number>`coalesce(${traffic.usedBytes}, 0)`.mapWith(Number).as('used');
  const from = () =>
    reader
      .select({
        ...pick(card, 'id', 'createdAt', 'kind', 'number', 'operator', 'deviceId', 'expiresOn'),
        ...pick(card, 'trafficLimitBytes', 'holder', 'enabled', 'remark'),
        usedBytes: used,
        equipmentNo: device.number,
        equipmentName: device.name,
        siteId: device.siteId,
        siteName: site.name,
      })
      .from(card)
      .leftJoin(
        traffic,
        and(
          eq(traffic.tenantId, card.tenantId),
          eq(traffic.cardId, card.id),
          eq(traffic.month, monthOf(now)),
        ),
      )
      .leftJoin(
        device,
        and(eq(device.tenantId, card.tenantId), eq(device.id, card.deviceId), isNull(device.unboundAt)),
      )
      .leftJoin(site, atSite(site, device));
  return {
    card,
    used: sql`coalesce(${traffic.usedBytes}, 0)`,
    from,
    seen: and(isNull(card.removedAt), within(scope, card)),
  };
}
export type ListedCard = Awaited<ReturnType<ReturnType<typeof listed>['from']>>[number];

function needing(
  attention: NonNullable<ListInput['attention']>,
  card: Cards,
  today: string,
  used: SQL,
): SQL | undefined {
  switch (attention) {
    case 'expiring':
      return and(isNotNull(card.expiresOn), lte(card.expiresOn, addDays(today, expiringDays)));
    case 'traffic':
      return gt(sql`${used} * 100`, sql`${card.trafficLimitBytes} * ${highTrafficPercent}`);
    case 'unassigned':
      return and(eq(card.kind, 'sim'), isNull(card.deviceId));
  }
}

export function pageCards(reader: Reader, scope: Scope, now: Date, input: ListInput) {
  const { card, used, from, seen } = listed(reader, scope, now);
  return pageRows(reader, input, {
    of: card,
    from,
    where: seen,
    filters: {
      kind: equals(card.kind),
      number: search(card.number, card.holder, card.remark),
      operator: equals(card.operator),
      attention: (attention) => needing(attention, card, businessDay(now), used),
      enabled: equals(card.enabled),
    },
    ...newestFirst(card),
    sort: { expiresOn: card.expiresOn, trafficUsedBytes: used, createdAt: card.createdAt },
  });
}

export async function selectCard(
  reader: Reader,
  scope: Scope,
  now: Date,
  id: string,
): Promise<ListedCard | undefined> {
  const { card, from, seen } = listed(reader, scope, now);
  const [found] = await from().where(and(seen, eq(card.id, id)));
  return found;
}

/** Numbers that already stand in the list, also those that the caller may not see. */
export async function knownNumbers(
  reader: Reader,
  scope: Scope,
  kind: CardRow['kind'],
  numbers: readonly string[],
): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const card = rows(scope, simCards);
  const found = await reader
    .select({ number: card.number })
    .from(card)
    .where(and(isNull(card.removedAt), eq(card.kind, kind), inArray(card.number, [...numbers])));
  return new Set(found.map(({ number }) => number));
}

/** The number of the card that sits in a device. */
export async function cardIn(reader: Reader, scope: Scope, deviceId: string): Promise<string | undefined> {
  const card = rows(scope, simCards);
  const [found] = await reader
    .select({ number: card.number })
    .from(card)
    .where(and(isNull(card.removedAt), eq(card.deviceId, deviceId)));
  return found?.number;
}

/** Who looks for a device to put a card into wants one that is free. */
export const pageCardDevices = listing(simcardsContract.listCardDevices, (reader, scope, input) => {
  const { device, site, names, ofSite } = machineView(scope);
  const card = rows(scope, simCards);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({ ...names, cardNumber: card.number })
        .from(device)
        .leftJoin(site, ofSite)
        .leftJoin(
          card,
          and(eq(card.tenantId, device.tenantId), eq(card.deviceId, device.id), isNull(card.removedAt)),
        ),
    where: isNull(device.unboundAt),
    filters: { keyword: search(sql`${device.number}::text`, device.code, device.name, site.name) },
    sort: { equipmentNo: device.number },
    usual: [desc(isNull(card.id)), asc(device.siteId), asc(device.number)],
    tie: device.id,
  });
});

const shownEvents = 100;
/** With the number that a device of the scope has now. */
export async function selectEvents(reader: Reader, scope: Scope, cardId: string) {
  const event = rows(scope, simCardEvents);
  const device = deviceView(scope);
  return reader
    .select({
      ...pick(event, 'id', 'createdAt', 'kind', 'deviceCode', 'months', 'expiresBefore', 'expiresAfter'),
      ...pick(event, 'userName', 'note'),
      equipmentNo: device.number,
    })
    .from(event)
    .leftJoin(
      device,
      and(eq(device.tenantId, event.tenantId), eq(device.id, event.deviceId), isNull(device.unboundAt)),
    )
    .where(eq(event.cardId, cardId))
    .orderBy(desc(event.createdAt), desc(event.id))
    .limit(shownEvents);
}
export type ListedEvent = Awaited<ReturnType<typeof selectEvents>>[number];

const shownMonths = 12;
export async function selectTraffic(reader: Reader, scope: Scope, cardId: string) {
  const traffic = rows(scope, simCardTraffic);
  return reader
    .select({ month: traffic.month, usedBytes: traffic.usedBytes })
    .from(traffic)
    .where(eq(traffic.cardId, cardId))
    .orderBy(desc(traffic.month))
    .limit(shownMonths);
}
