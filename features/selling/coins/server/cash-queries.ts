import { and, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, QueryBuilder } from 'drizzle-orm/pg-core';
import { businessDays, dayOf } from '#features/selling/figures/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { listing } from '#kit/server/listing.ts';
import { elsewhere, equals, matching, pageRows, sinceDay, untilDay } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { type ColumnsOf, type RowOf, rows } from '#kit/server/tables.ts';
import { cashContract } from '../contract/cash.ts';
import { cashGains } from '../tables.ts';
import { machineJoins } from './machine-queries.ts';

export type Gains = ColumnsOf<typeof cashGains>;
export type GainRow = RowOf<typeof cashGains>;
type Filters = ParsedInputOf<typeof cashContract.sumCashGains>;

/** Rounded line by line, so that what the lines show adds up to what the total says. */
const worthOf = (gain: Gains) => sql`round(${gain.coins} * 100.0 / ${gain.coinsPerYuan})`;
const moneyOf = (gain: Gains) => sql`(${gain.notesFen} + ${gain.cashFen})`;

/** Either what is in the list or what was taken out of it and not added to another line. */
const shown = (gain: Gains, hidden = false) =>
  hidden
    ? and(isNotNull(gain.hiddenAt), sql`${gain.coins} + ${gain.notes} + ${moneyOf(gain)} > 0`)
    : isNull(gain.hiddenAt);

/** An hour belongs to the business day of its site. */
const momentOf = ({ hourAt, tenantId, siteId }: Gains) => ({ at: hourAt, tenantId, siteId });
const dayOfGain = (gain: Gains) => sql<string>`${dayOf(momentOf(gain))}::text`;

const rulesOf = (gain: Gains) => ({
  fieldId: equals(gain.siteId),
  equipmentId: equals(gain.deviceId),
  ...businessDays(momentOf(gain)),
});

const asked = (gain: Gains, filters: Filters) =>
  and(shown(gain, filters.hidden), matching(filters, { ...rulesOf(gain), hidden: elsewhere }));

/** Money that machines took, line by line, to join and to list: what the figure `cash` is made of. */
export function cashView(scope: Scope) {
  const gain = rows(scope, cashGains);
  return new QueryBuilder()
    .select({
      ...pick(gain, 'tenantId', 'id', 'siteId', 'deviceId'),
      deviceType: gain.type,
      code: gain.code,
      hourAt: gain.hourAt,
      fen: sql<number>`${moneyOf(gain)}`.as('fen'),
    })
    .from(gain)
    .where(and(shown(gain), sql`${moneyOf(gain)} > 0`))
    .as('cash');
}

export const pageGains = listing(cashContract.listCashGains, (reader, scope, input) => {
  const gain = rows(scope, cashGains);
  const { device, site, ofDevice, ofSite } = machineJoins(scope);
  return pageRows(reader, input, {
    from: () => reader.select().from(gain).leftJoin(device, ofDevice(gain)).leftJoin(site, ofSite(gain)),
    where: shown(gain, input.hidden),
    filters: { ...rulesOf(gain), hidden: elsewhere },
    sort: { hourAt: gain.hourAt, coins: gain.coins, moneyFen: moneyOf(gain) },
    usual: { by: 'hourAt', order: 'desc' },
    tie: gain.id,
  });
});

const total = (value: AnyPgColumn | SQL) => sql<number>`coalesce(sum(${value}), 0)::bigint`.mapWith(Number);
/** null when no machine says what its coins are worth */
const worth = (gain: Gains) =>
  sql<number | null>`sum(${worthOf(gain)})::bigint`.mapWith((value) =>
    value === null ? null : Number(value),
  );

const sums = (gain: Gains) => ({
  coins: total(gain.coins),
  coinsFen: worth(gain),
  notes: total(gain.notes),
  notesFen: total(gain.notesFen),
  cashFen: total(gain.cashFen),
});

export async function sumGains(reader: Reader, scope: Scope, filters: Filters) {
  const gain = rows(scope, cashGains);
  const [found] = await reader
    .select({
      ...sums(gain),
      coinsWithoutWorth:
        sql<number>`coalesce(sum(${gain.coins}) filter (where ${gain.coinsPerYuan} is null), 0)::bigint`.mapWith(
          Number,
        ),
    })
    .from(gain)
    .where(asked(gain, filters));
  return found!;
}

export async function sumGainsByDay(
  reader: Reader,
  scope: Scope,
  filter: { from: string; to: string; fieldId?: string },
) {
  const gain = rows(scope, cashGains);
  return reader
    .select({ day: dayOfGain(gain), ...sums(gain) })
    .from(gain)
    .where(asked(gain, filter))
    .groupBy(sql`1`)
    .orderBy(sql`1`);
}

/** Coins by machine, site and day. */
export const pageCoinIns = listing(cashContract.listCoinIns, (reader, scope, input) => {
  const gain = rows(scope, cashGains);
  const { tenantId, deviceId, siteId, code, type } = gain;
  const day = sql<string>`${dayOf(momentOf(gain))}`;
  const coinIn = reader
    .select({
      day: day.as('of_day'),
      ...{ tenantId, deviceId, siteId, code, type },
      coins: total(gain.coins).as('coins'),
      coinsFen: worth(gain).as('coins_fen'),
      firstAt: sql<Date>`min(${gain.hourAt})`.mapWith(gain.hourAt).as('first_at'),
      lastAt: sql<Date>`max(${gain.hourAt})`.mapWith(gain.hourAt).as('last_at'),
    })
    .from(gain)
    .where(and(shown(gain), gt(gain.coins, 0)))
    .groupBy(sql`1`, tenantId, deviceId, siteId, code, type)
    .as('coin_in');
  const { device, site, ofDevice, ofSite } = machineJoins(scope);
  return pageRows(reader, input, {
    from: () =>
      reader.select().from(coinIn).leftJoin(device, ofDevice(coinIn)).leftJoin(site, ofSite(coinIn)),
    filters: {
      fieldId: equals(coinIn.siteId),
      equipmentId: equals(coinIn.deviceId),
      from: sinceDay(coinIn.day as unknown as SQL),
      to: untilDay(coinIn.day as unknown as SQL),
    },
    sort: { day: coinIn.day as unknown as SQL, coins: sql`${coinIn.coins}` },
    usual: { by: 'day', order: 'desc' },
    tie: sql`(${coinIn.day}, ${coinIn.deviceId}, ${coinIn.siteId})`,
  });
});
