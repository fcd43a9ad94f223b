import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { siteView } from '#features/base/sites/server/public.ts';
import { prizeTypes } from '#features/insight/alerts/server/public.ts';
import { deviceView } from '#features/machines/devices/server/public.ts';
import { giftView, wonView } from '#features/machines/gifts/server/public.ts';
import { productView, soldView } from '#features/machines/vending/server/public.ts';
import type { Measure } from '#features/selling/figures/contract/measures.ts';
import { businessDays, dayOf, figureView } from '#features/selling/figures/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Days } from '#kit/kernel/days.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Reader } from '#kit/server/database.ts';
import { elsewhere, equals, matching, pageRows } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { prizesContract } from '../contract.ts';

export interface PrizeFilter extends Days {
  fieldId?: string | undefined;
  equipmentId?: string | undefined;
  type?: DeviceType | undefined;
  giftId?: string | undefined;
}

const none = (name: string) => sql<number>`0::bigint`.as(name);
const noItem = () => sql<string | null>`null::uuid`.as('item_id');
const big = (value: unknown, name: string) => sql<number>`(${value})::bigint`.as(name);

const counted: readonly Measure[] = ['plays', 'wins'];
/** Of goods that machines sell as prizes the figures know nothing: they are in the books of goods. */
const giftTypes: readonly DeviceType[] = ['claw', 'cabinet'];

/** What the figures have: what machines counted, and gifts that left them … */
function figureParts(reader: Reader, scope: Scope, { from, to, fieldId, equipmentId, type }: PrizeFilter) {
  const asked = {
    ...{ from, to },
    ...(fieldId && { siteIds: [fieldId] }),
    ...(equipmentId && { deviceIds: [equipmentId] }),
    types: prizeTypes.filter((name) => !type || name === type),
    measures: [...counted, 'prizes', 'giftCost'] as const,
  };
  const amountOf = (measure: Measure, name: string) =>
    big(sql`case when figure.measure = ${measure} then figure.amount else 0 end`, name);
  return reader
    .select({
      tenantId: sql<string>`figure.tenant_id`.as('tenant_id'),
      deviceId: sql<string>`figure.device_id`.as('device_id'),
      siteId: sql<string | null>`figure.site_id`.as('site_id'),
      day: sql<string>`figure.day`.as('day'),
      itemId: noItem(),
      plays: amountOf('plays', 'plays'),
      wins: amountOf('wins', 'wins'),
      out: amountOf('prizes', 'pieces'),
      missing: none('missing'),
      costFen: amountOf('giftCost', 'fen'),
    })
    .from(figureView(scope, asked))
    .where(or(inArray(sql`figure.measure`, [...counted]), inArray(sql`figure.device_type`, [...giftTypes])));
}

type Gone = ReturnType<typeof wonView> | ReturnType<typeof soldView>;

const momentOf = ({ createdAt, tenantId, siteId }: Gone) => ({ at: createdAt, tenantId, siteId });

/** … what left them by the books of gifts and of goods, item by item … */
function goneParts(
  reader: Reader,
  scope: Scope,
  gone: Gone,
  itemId: unknown,
  types: readonly DeviceType[],
  { from, to, fieldId, equipmentId, type, giftId }: PrizeFilter,
) {
  const device = deviceView(scope);
  return reader
    .select({
      tenantId: sql<string>`${gone.tenantId}`.as('tenant_id'),
      deviceId: sql<string>`${gone.deviceId}`.as('device_id'),
      siteId: sql<string | null>`${gone.siteId}`.as('site_id'),
      day: sql<string>`${dayOf(momentOf(gone))}`.as('day'),
      itemId: sql<string | null>`${itemId}`.as('item_id'),
      plays: none('plays'),
      wins: none('wins'),
      out: big(gone.pieces, 'pieces'),
      missing: big(gone.missing, 'missing'),
      costFen: big(gone.fen, 'fen'),
    })
    .from(gone)
    .innerJoin(device, and(eq(device.tenantId, gone.tenantId), eq(device.id, gone.deviceId)))
    .where(
      and(
        inArray(device.type, [...types]),
        matching(
          { from, to, fieldId, equipmentId, type, giftId },
          {
            ...businessDays(momentOf(gone)),
            fieldId: equals(sql`${gone.siteId}`),
            equipmentId: equals(sql`${gone.deviceId}`),
            type: equals(device.type),
            giftId: equals(sql`${itemId}`),
          },
        ),
      ),
    );
}

/** … and of gifts that the figures have already, what their books no longer held. */
function missingParts(reader: Reader, scope: Scope, filter: PrizeFilter) {
  const won = wonView(scope);
  const short = goneParts(reader, scope, won, won.giftId, giftTypes, filter).as('short');
  return reader
    .select({
      tenantId: sql<string>`${short.tenantId}`.as('tenant_id'),
      deviceId: sql<string>`${short.deviceId}`.as('device_id'),
      siteId: sql<string | null>`${short.siteId}`.as('site_id'),
      day: sql<string>`${short.day}`.as('day'),
      itemId: noItem(),
      plays: none('plays'),
      wins: none('wins'),
      out: none('pieces'),
      missing: big(short.missing, 'missing'),
      costFen: none('fen'),
    })
    .from(short)
    .where(sql`${short.missing} <> 0`);
}

/** Everything about prizes in these days, ready to be summed up. Which gift a play was about, nobody knows. */
function partsOf(reader: Reader, scope: Scope, filter: PrizeFilter, about: 'all' | 'items') {
  const won = wonView(scope);
  const sold = soldView(scope);
  const goods = goneParts(reader, scope, sold, sold.templateId, ['lipstick'], filter);
  return about === 'items' || filter.giftId
    ? unionAll(goneParts(reader, scope, won, won.giftId, giftTypes, filter), goods).as('part')
    : unionAll(figureParts(reader, scope, filter), missingParts(reader, scope, filter), goods).as('part');
}
type Parts = ReturnType<typeof partsOf>;

const total = (value: unknown, name: string) => sql<number>`sum(${value})`.mapWith(Number).as(name);
const figures = (part: Parts) => ({
  out: total(part.out, 'sum_out'),
  missing: total(part.missing, 'sum_missing'),
  costFen: total(part.costFen, 'sum_fen'),
  plays: total(part.plays, 'sum_plays'),
  wins: total(part.wins, 'sum_wins'),
});

/** What a row is about. */
const keysOf = {
  device: ['tenantId', 'deviceId'],
  gift: ['tenantId', 'itemId'],
  day: ['day'],
  site: ['tenantId', 'siteId'],
} as const;
type By = keyof typeof keysOf;

/** One row for each machine, gift, day or site. */
function summed(reader: Reader, scope: Scope, filter: PrizeFilter, by: By) {
  const part = partsOf(reader, scope, filter, by === 'gift' ? 'items' : 'all');
  const keys: readonly string[] = keysOf[by];
  const key = (
    name: 'tenantId' | 'deviceId' | 'siteId' | 'itemId' | 'day',
    as: string,
    type: 'uuid' | 'text',
  ) => sql<string | null>`${keys.includes(name) ? part[name] : sql`null`}::${sql.raw(type)}`.as(as);
  return reader
    .select({
      tenantId: key('tenantId', 'of_tenant', 'text'),
      deviceId: key('deviceId', 'of_device', 'uuid'),
      siteId: key('siteId', 'of_site', 'uuid'),
      itemId: key('itemId', 'of_item', 'uuid'),
      day: key('day', 'of_day', 'text'),
      machines: sql<number>`count(distinct ${part.deviceId})::int`.as('machines'),
      ...figures(part),
    })
    .from(part)
    .groupBy(...keysOf[by].map((name) => sql`${part[name]}`))
    .as('sums');
}

function placed(reader: Reader, scope: Scope, filter: PrizeFilter, by: By) {
  const sum = summed(reader, scope, filter, by);
  const device = deviceView(scope);
  const site = siteView(scope);
  const gift = giftView(scope);
  const product = productView(scope);
  /** a machine is shown where it stands today */
  const siteId = sql<string | null>`coalesce(${sum.siteId}, ${device.siteId})`;
  const from = () =>
    reader
      .select({
        tenantId: sum.tenantId,
        day: sum.day,
        giftId: sum.itemId,
        giftName: sql<string | null>`coalesce(${gift.name}, ${product.name})`,
        equipmentId: sum.deviceId,
        equipmentNo: device.number,
        equipmentName: device.name,
        type: device.type,
        fieldId: siteId,
        fieldName: site.name,
        ...pick(sum, 'machines', 'out', 'missing', 'costFen', 'plays', 'wins'),
      })
      .from(sum)
      .leftJoin(device, and(eq(device.tenantId, sum.tenantId), eq(device.id, sum.deviceId)))
      .leftJoin(site, and(eq(site.tenantId, sum.tenantId), eq(site.id, siteId)))
      .leftJoin(gift, and(eq(gift.tenantId, sum.tenantId), eq(gift.id, sum.itemId)))
      .leftJoin(product, and(eq(product.tenantId, sum.tenantId), eq(product.id, sum.itemId)));
  const winRate = sql`${sum.wins}::numeric / nullif(${sum.plays}, 0)`;
  const tie = sql`concat(${sum.day}, ${sum.itemId}, ${sum.deviceId}, ${sum.siteId})`;
  return { sum, from, winRate, tie };
}
export type PrizeRow = Awaited<ReturnType<ReturnType<typeof placed>['from']>>[number];

const outside = {
  from: elsewhere,
  to: elsewhere,
  fieldId: elsewhere,
  equipmentId: elsewhere,
  type: elsewhere,
};
const orderable = (column: unknown) => sql`${column}`;

export function pageConsumption(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof prizesContract.listConsumption>,
  days: Days,
) {
  const { sum, from, tie } = placed(reader, scope, { ...input, ...days }, input.by);
  return pageRows(reader, input, {
    from,
    of: sum,
    filters: { ...outside, giftId: elsewhere, by: elsewhere },
    sort: {
      out: orderable(sum.out),
      costFen: orderable(sum.costFen),
      plays: orderable(sum.plays),
      day: orderable(sum.day),
    },
    usual: input.by === 'day' ? { by: 'day', order: 'desc' } : { by: 'out', order: 'desc' },
    tie,
  });
}

export function pageMachines(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof prizesContract.listPrizeMachines>,
  days: Days,
) {
  const { sum, from, winRate, tie } = placed(reader, scope, { ...input, ...days }, 'device');
  return pageRows(reader, input, {
    from,
    of: sum,
    filters: outside,
    sort: {
      plays: orderable(sum.plays),
      wins: orderable(sum.wins),
      costFen: orderable(sum.costFen),
      winRate,
    },
    usual: { by: 'plays', order: 'desc' },
    tie,
  });
}

export function pageSites(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof prizesContract.listSiteTotals>,
  days: Days,
) {
  const { sum, from, winRate, tie } = placed(reader, scope, { ...days, type: input.type }, 'site');
  return pageRows(reader, input, {
    from,
    of: sum,
    filters: { from: elsewhere, to: elsewhere, type: elsewhere },
    sort: {
      out: orderable(sum.out),
      costFen: orderable(sum.costFen),
      plays: orderable(sum.plays),
      winRate,
    },
    usual: { by: 'out', order: 'desc' },
    tie,
  });
}

/** All of it day by day: a year has few. */
export async function sumDays(reader: Reader, scope: Scope, filter: PrizeFilter) {
  const sum = summed(reader, scope, filter, 'day');
  return reader.select().from(sum).orderBy(orderable(sum.day));
}

/** What of each gift left one machine. */
export async function sumGiftsOf(reader: Reader, scope: Scope, filter: PrizeFilter) {
  const { sum, from } = placed(reader, scope, filter, 'gift');
  return from().orderBy(sql`${sum.out} desc`, orderable(sum.itemId));
}
