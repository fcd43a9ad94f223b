import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { type DeviceSummary, listDevicesBySite } from '#features/devices/server/public.ts';
import { siteNames } from '#features/sites/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { businessDay } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { likePattern, orderBy } from '#kit/server/paging.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows, type TenantTable } from '#kit/server/tables.ts';
import { type CardRecord, expiringDays, highTrafficPercent, type simcardsContract } from '../contract.ts';
import { simCardEvents, simCards, simCardTraffic } from '../tables.ts';
import { addDays, expiryOf, monthOf, trafficStateOf } from './card-rules.ts';

type Cards = typeof simCards extends TenantTable<infer T> ? T : never;
export type CardRow = Cards['$inferSelect'];
type Events = typeof simCardEvents extends TenantTable<infer T> ? T : never;
export type CardEventRow = Events['$inferSelect'];
type ListInput = ParsedInputOf<typeof simcardsContract.listCards>;

/** What the caller may see of the fleet. */
export interface Reach {
  scope: Scope;
  devices: ReadonlyMap<string, DeviceSummary>;
}

export async function reachOf(reader: Reader, scope: Scope): Promise<Reach> {
  const bySite = await listDevicesBySite(reader, scope);
  return { scope, devices: new Map([...bySite.values()].flat().map((device) => [device.id, device])) };
}

/** Accounts with some sites see the cards in the devices there, and cards that sit nowhere. */
function within({ scope, devices }: Reach, card: Cards): SQL | undefined {
  if (scope.kind !== 'tenant' || scope.siteIds === null) return isNull(card.removedAt);
  const here = devices.size > 0 ? inArray(card.deviceId, [...devices.keys()]) : undefined;
  return and(isNull(card.removedAt), or(isNull(card.deviceId), here));
}

const usedOf = (scope: Scope, month: string) => {
  const traffic = rows(scope, simCardTraffic);
  return {
    traffic,
    ofMonth: eq(traffic.month, month),
    bytes: sql<number>`coalesce(${traffic.usedBytes}, 0)`.mapWith(Number),
  };
};

function needing(input: ListInput, card: Cards, today: string, used: SQL): SQL | undefined {
  switch (input.attention) {
    case 'expiring':
      return and(isNotNull(card.expiresOn), lte(card.expiresOn, addDays(today, expiringDays)));
    case 'traffic':
      return gt(sql`${used} * 100`, sql`${card.trafficLimitBytes} * ${highTrafficPercent}`);
    case 'unassigned':
      return and(eq(card.kind, 'sim'), isNull(card.deviceId));
    case undefined:
      return undefined;
  }
}

export type CardWithUse = CardRow & { usedBytes: number };

function cardColumns(card: Cards, bytes: SQL<number>) {
  const { tenantId, id, createdAt, removedAt, kind, number, operator, deviceId } = card;
  const { expiresOn, trafficLimitBytes, holder, enabled, remark } = card;
  return {
    ...{ tenantId, id, createdAt, removedAt, kind, number, operator, deviceId },
    ...{ expiresOn, trafficLimitBytes, holder, enabled, remark },
    usedBytes: bytes,
  };
}

export async function selectCards(
  reader: Reader,
  reach: Reach,
  now: Date,
  input: ListInput,
  window: { limit: number; offset: number },
): Promise<{ list: CardWithUse[]; total: number }> {
  const card = rows(reach.scope, simCards);
  const { traffic, ofMonth, bytes } = usedOf(reach.scope, monthOf(now));
  const pattern = input.number && likePattern(input.number);
  const where = and(
    within(reach, card),
    input.kind ? eq(card.kind, input.kind) : undefined,
    pattern
      ? or(ilike(card.number, pattern), ilike(card.holder, pattern), ilike(card.remark, pattern))
      : undefined,
    input.operator ? eq(card.operator, input.operator) : undefined,
    input.enabled === undefined ? undefined : eq(card.enabled, input.enabled),
    needing(input, card, businessDay(now), bytes),
  );
  const order = orderBy(
    input,
    { expiresOn: card.expiresOn, trafficUsedBytes: bytes, createdAt: card.createdAt },
    { sort: 'createdAt', order: 'desc' },
    card.id,
  );
  const joined = and(eq(traffic.tenantId, card.tenantId), eq(traffic.cardId, card.id), ofMonth);
  const [list, [found]] = await Promise.all([
    reader
      .select(cardColumns(card, bytes))
      .from(card)
      .leftJoin(traffic, joined)
      .where(where)
      .orderBy(...order)
      .limit(window.limit)
      .offset(window.offset),
    reader.select({ total: count() }).from(card).leftJoin(traffic, joined).where(where),
  ]);
  return { list, total: found?.total ?? 0 };
}

export async function selectCard(
  reader: Reader,
  reach: Reach,
  now: Date,
  id: string,
): Promise<CardWithUse | undefined> {
  const card = rows(reach.scope, simCards);
  const { traffic, ofMonth, bytes } = usedOf(reach.scope, monthOf(now));
  const [found] = await reader
    .select(cardColumns(card, bytes))
    .from(card)
    .leftJoin(traffic, and(eq(traffic.tenantId, card.tenantId), eq(traffic.cardId, card.id), ofMonth))
    .where(and(within(reach, card), eq(card.id, id)));
  return found;
}

/** Held until the transaction ends; in the order of their ids. */
export async function lockCards(tx: Tx, reach: Reach, ids: readonly string[]): Promise<CardRow[]> {
  const card = rows(reach.scope, simCards);
  return tx
    .select()
    .from(card)
    .where(and(within(reach, card), inArray(card.id, [...ids])))
    .orderBy(asc(card.id))
    .for('update');
}

/** Numbers that already stand in the list, whoever may see them. */
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

export async function selectAssigned(reader: Reader, scope: Scope): Promise<Map<string, string>> {
  const card = rows(scope, simCards);
  const found = await reader
    .select({ deviceId: card.deviceId, number: card.number })
    .from(card)
    .where(and(isNull(card.removedAt), isNotNull(card.deviceId)));
  return new Map(found.map(({ deviceId, number }) => [deviceId!, number]));
}

const shownEvents = 100;
export async function selectEvents(reader: Reader, scope: Scope, cardId: string): Promise<CardEventRow[]> {
  const event = rows(scope, simCardEvents);
  return reader
    .select()
    .from(event)
    .where(eq(event.cardId, cardId))
    .orderBy(desc(event.createdAt), desc(event.id))
    .limit(shownEvents);
}

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

export async function toCardRecords(
  reader: Reader,
  { scope, devices }: Reach,
  now: Date,
  list: readonly CardWithUse[],
): Promise<CardRecord[]> {
  const deviceOf = (row: CardRow) => (row.deviceId ? devices.get(row.deviceId) : undefined);
  const siteIds = new Set(list.flatMap((row) => deviceOf(row)?.siteId ?? []));
  const names = await siteNames(reader, scope, [...siteIds]);
  return list.map((row) => {
    const device = deviceOf(row);
    return {
      ...row,
      equipmentId: row.deviceId,
      equipmentNo: device?.number ?? null,
      equipmentName: device?.name ?? null,
      fieldName: (device && names.get(device.siteId)) ?? null,
      ...expiryOf(row.expiresOn, businessDay(now)),
      trafficUsedBytes: row.usedBytes,
      trafficState: trafficStateOf(row.usedBytes, row.trafficLimitBytes),
      createdAt: row.createdAt.toISOString(),
    };
  });
}
