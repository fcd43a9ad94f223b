import { and, eq, gt, gte, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { CounterIncrement } from '#features/devices/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay, hourMs } from '#kit/kernel/time.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { orderBy, selectPage } from '#kit/server/paging.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows, type TenantTable } from '#kit/server/tables.ts';
import type { cashContract } from '../contract/cash.ts';
import { cashGains } from '../tables.ts';

export type Gains = typeof cashGains extends TenantTable<infer T> ? T : never;
export type GainRow = Gains['$inferSelect'];
type Filters = ParsedInputOf<typeof cashContract.sumCashGains>;

/** What the machine took in an hour, of one machine at one site. */
export interface HourGain {
  tenantId: string;
  deviceId: string;
  siteId: string;
  code: string;
  type: DeviceType;
  hourAt: Date;
  coins: number;
  notes: number;
  notesFen: number;
  cashFen: number;
}

const fenPerYuan = 100;
/** How each counter of a machine adds to what it took. */
const takes: Record<string, (gain: HourGain, amount: number) => void> = {
  cashCoins: (gain, amount) => {
    gain.coins += amount;
  },
  notes: (gain, amount) => {
    gain.notes += amount;
  },
  notesYuan: (gain, amount) => {
    gain.notesFen += amount * fenPerYuan;
  },
  cashFen: (gain, amount) => {
    gain.cashFen += amount;
  },
};

/** Increments of cash, added up by machine, site and hour. */
export function gainsOf(increments: readonly CounterIncrement[]): HourGain[] {
  const gains = new Map<string, HourGain>();
  for (const { tenantId, deviceId, siteId, code, type, counter, amount, at } of increments) {
    const add = Object.hasOwn(takes, counter) ? takes[counter] : undefined;
    if (!add) continue;
    const hourAt = new Date(Math.floor(at.getTime() / hourMs) * hourMs);
    const key = `${deviceId} ${siteId} ${hourAt.getTime()}`;
    let gain = gains.get(key);
    if (!gain) {
      gain = { tenantId, deviceId, siteId, code, type, hourAt, coins: 0, notes: 0, notesFen: 0, cashFen: 0 };
      gains.set(key, gain);
    }
    add(gain, amount);
  }
  return [...gains.values()];
}

const given = (list: readonly HourGain[]) => sql`jsonb_to_recordset(${JSON.stringify(
  list.map((gain) => ({ ...gain, hourAt: gain.hourAt.toISOString() })),
)}::jsonb) as n ("tenantId" text, "deviceId" uuid, "siteId" uuid, code text, type text, "hourAt" timestamptz,
  coins bigint, notes bigint, "notesFen" bigint, "cashFen" bigint)`;

/** Nearly always the hour has begun. Answers those whose hour has not. */
export async function addToHours(tx: Tx, list: readonly HourGain[]): Promise<HourGain[]> {
  const added = (await tx.execute(sql`
    update cash_gain g set coins = g.coins + n.coins, notes = g.notes + n.notes,
      notes_fen = g.notes_fen + n."notesFen", cash_fen = g.cash_fen + n."cashFen"
    from ${given(list)}
    where g.tenant_id = n."tenantId" and g.device_id = n."deviceId" and g.site_id = n."siteId"
      and g.hour_at = n."hourAt" and g.hidden_at is null
    returning g.device_id as device, g.site_id as site, g.hour_at as hour`)) as unknown as {
    device: string;
    site: string;
    hour: string | Date;
  }[];
  const known = new Set(
    added.map(({ device, site, hour }) => `${device} ${site} ${new Date(hour).getTime()}`),
  );
  return list.filter(
    ({ deviceId, siteId, hourAt }) => !known.has(`${deviceId} ${siteId} ${hourAt.getTime()}`),
  );
}

/** The devices are locked by the link, so only somebody who brings a hidden line back can begin the same hour. */
export async function beginHours(
  tx: Tx,
  list: readonly (HourGain & { coinsPerYuan: number | null })[],
): Promise<void> {
  if (list.length === 0) return;
  const made = list.map((gain) => ({
    ...gain,
    id: newId(gain.hourAt.getTime()),
    hourAt: gain.hourAt.toISOString(),
    day: businessDay(gain.hourAt),
  }));
  await tx.execute(sql`
    insert into cash_gain (tenant_id, id, device_id, site_id, code, type, hour_at, day, coins, coins_per_yuan, notes,
      notes_fen, cash_fen)
    select n."tenantId", n.id, n."deviceId", n."siteId", n.code, n.type, n."hourAt", n.day, n.coins,
      n."coinsPerYuan", n.notes, n."notesFen", n."cashFen"
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as n ("tenantId" text, id uuid, "deviceId" uuid,
      "siteId" uuid, code text, type text, "hourAt" timestamptz, day date, coins bigint, "coinsPerYuan" integer,
      notes bigint, "notesFen" bigint, "cashFen" bigint)
    on conflict (tenant_id, device_id, site_id, hour_at) where hidden_at is null do update set
      coins = cash_gain.coins + excluded.coins, notes = cash_gain.notes + excluded.notes,
      notes_fen = cash_gain.notes_fen + excluded.notes_fen, cash_fen = cash_gain.cash_fen + excluded.cash_fen`);
}

/** Rounded line by line, so that what the lines show adds up to what the total says. */
const worthOf = (gain: Gains) => sql`round(${gain.coins} * 100.0 / ${gain.coinsPerYuan})`;
const moneyOf = (gain: Gains) => sql`(${gain.notesFen} + ${gain.cashFen})`;

function matching(gain: Gains, filters: Filters): SQL | undefined {
  return and(
    filters.hidden
      ? and(isNotNull(gain.hiddenAt), sql`${gain.coins} + ${gain.notes} + ${moneyOf(gain)} > 0`)
      : isNull(gain.hiddenAt),
    filters.fieldId ? eq(gain.siteId, filters.fieldId) : undefined,
    filters.equipmentId ? eq(gain.deviceId, filters.equipmentId) : undefined,
    filters.from ? gte(gain.day, filters.from) : undefined,
    filters.to ? lte(gain.day, filters.to) : undefined,
  );
}

export function pageGains(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof cashContract.listCashGains>,
) {
  const gain = rows(scope, cashGains);
  const where = matching(gain, input);
  const order = orderBy(
    input,
    { hourAt: gain.hourAt, coins: gain.coins, moneyFen: moneyOf(gain) },
    { sort: 'hourAt', order: 'desc' },
    gain.id,
  );
  return selectPage<GainRow>(
    input,
    ({ limit, offset }) =>
      reader
        .select()
        .from(gain)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    async () => {
      const [found] = await reader.select({ total: sql<number>`count(*)::int` }).from(gain).where(where);
      return found?.total ?? 0;
    },
  );
}

const total = (value: AnyPgColumn) => sql<number>`coalesce(sum(${value}), 0)::bigint`.mapWith(Number);

const sums = (gain: Gains) => ({
  coins: total(gain.coins),
  /** null when no machine says what its coins are worth */
  coinsFen: sql<number | null>`sum(${worthOf(gain)})::bigint`.mapWith((value) =>
    value === null ? null : Number(value),
  ),
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
    .where(matching(gain, filters));
  return found!;
}

export async function sumGainsByDay(
  reader: Reader,
  scope: Scope,
  filter: { from: string; to: string; fieldId?: string },
) {
  const gain = rows(scope, cashGains);
  return reader
    .select({ day: gain.day, ...sums(gain) })
    .from(gain)
    .where(matching(gain, { ...filter, hidden: false }))
    .groupBy(gain.day)
    .orderBy(gain.day);
}

/** Coins by machine, site and day. */
export function pageCoinIns(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof cashContract.listCoinIns>,
) {
  const gain = rows(scope, cashGains);
  const where = and(matching(gain, { ...input, hidden: false }), gt(gain.coins, 0));
  const key = [gain.deviceId, gain.siteId, gain.day, gain.code, gain.type] as const;
  const coins = total(gain.coins);
  const order = orderBy(
    input,
    { day: gain.day, coins: sql`sum(${gain.coins})` },
    { sort: 'day', order: 'desc' },
    gain.deviceId,
  );
  return selectPage(
    input,
    ({ limit, offset }) =>
      reader
        .select({
          deviceId: gain.deviceId,
          siteId: gain.siteId,
          day: gain.day,
          code: gain.code,
          type: gain.type,
          coins,
          coinsFen: sums(gain).coinsFen,
          firstAt: sql<string>`min(${gain.hourAt})`,
          lastAt: sql<string>`max(${gain.hourAt})`,
        })
        .from(gain)
        .where(where)
        .groupBy(...key)
        .orderBy(...order, gain.siteId)
        .limit(limit)
        .offset(offset),
    async () => {
      const groups = reader
        .select({ one: sql`1`.as('one') })
        .from(gain)
        .where(where)
        .groupBy(...key)
        .as('groups');
      const [found] = await reader.select({ total: sql<number>`count(*)::int` }).from(groups);
      return found?.total ?? 0;
    },
  );
}
