import { type SQL, sql } from 'drizzle-orm';
import { addDays } from '#kit/kernel/time.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { splitMonths } from '../rules/month-rules.ts';
import {
  figureChanges,
  figureCorrections,
  figureDays,
  figureHours,
  figureMonths,
  figureSiteDays,
  figureSiteHours,
  figureSiteMonths,
} from '../tables.ts';
import type { FigureQuery } from './figure-query.ts';
import { dayOf, hourOf, joinSite, monthOf, wholeKeys } from './levels.ts';

type Table = Parameters<typeof rows>[1];

const arrayOf = (values: readonly string[], type: string) =>
  sql`any(${`{${values.map((value) => JSON.stringify(value)).join(',')}}`}::${sql.raw(type)}[])`;

/** What a question says of everything but time. */
function matching({ measures, siteIds, deviceIds, types, walletIds }: FigureQuery): SQL[] {
  return [
    measures && sql`l.measure = ${arrayOf(measures, 'text')}`,
    siteIds && sql`l.site_id = ${arrayOf(siteIds, 'uuid')}`,
    deviceIds && sql`l.device_id = ${arrayOf(deviceIds, 'uuid')}`,
    types && sql`l.device_type = ${arrayOf(types, 'text')}`,
    walletIds && sql`l.wallet_id = ${arrayOf(walletIds, 'text')}`,
  ].filter((condition) => condition !== undefined);
}

const all = (conditions: readonly SQL[]) =>
  conditions.length > 0 ? sql.join([...conditions], sql` and `) : sql`true`;

/** Where months are told apart and days are not, a day is the first of its month: what is added up has few keys. */
const dayAsked = ({ by }: FigureQuery, column: string) =>
  sql.raw(by.includes('month') && !by.includes('day') ? monthOf(column) : column);

/** A level or the corrections, between two days; nothing is said of machines where they are not told apart. */
function between(scope: Scope, table: Table, query: FigureQuery, { from, to }: { from: string; to: string }) {
  const isMonths = table === figureMonths || table === figureSiteMonths;
  const machine = table === figureSiteDays || table === figureSiteMonths ? sql`null::uuid` : sql`l.device_id`;
  return sql`
    select l.tenant_id, l.site_id, ${machine} as device_id, l.device_type, l.wallet_id,
      ${isMonths ? sql`l.day` : dayAsked(query, 'l.day')} as day, null::timestamptz as hour_at, l.measure, l.amount
    from (select * from ${rows(scope, table)}) l
    where ${all([sql`l.day between ${from}::date and ${to}::date`, ...matching(query)])}`;
}

/** Days begin at most half a day after or before those of Greenwich's clock. */
const around = ({ from, to }: FigureQuery) =>
  sql`l.hour_at >= ${`${addDays(from, -1)}T00:00:00Z`}::timestamptz
    and l.hour_at < ${`${addDays(to, 3)}T00:00:00Z`}::timestamptz`;

/** Whether machines have to be told apart for the answer. */
const ofMachines = ({ by, deviceIds }: FigureQuery) => by.includes('device') || deviceIds !== undefined;

function ofHours(scope: Scope, query: FigureQuery): SQL {
  const table: Table = ofMachines(query) ? figureHours : figureSiteHours;
  const machine = ofMachines(query) ? sql`l.device_id` : sql`null::uuid`;
  return sql`
    select l.tenant_id, l.site_id, l.device_id, l.device_type, l.wallet_id, ${dayAsked(query, 'l.day')} as day, l.hour_at,
      l.measure, l.amount
    from (
      select l.tenant_id, l.site_id, ${machine} as device_id, l.device_type, l.wallet_id,
        ${sql.raw(dayOf('l.hour_at'))} as day, l.hour_at, l.measure, l.amount
      from (select * from ${rows(scope, table)}) l ${sql.raw(joinSite('l'))}
      where ${all([around(query), ...matching(query)])}
    ) l where l.day between ${query.from}::date and ${query.to}::date`;
}

/** What happened and is part of no level yet. */
const waiting = (scope: Scope, query: FigureQuery) => sql`
  select l.tenant_id, l.site_id, l.device_id, l.device_type, l.wallet_id, ${dayAsked(query, 'l.day')} as day, l.hour_at,
    l.measure, l.amount
  from (
    select ${sql.raw(wholeKeys('c'))}, ${sql.raw(dayOf('c.at'))} as day, ${sql.raw(hourOf('c.at'))} as hour_at,
      f.key as measure, f.value::bigint as amount
    from (select * from ${rows(scope, figureChanges)}) c ${sql.raw(joinSite('c'))}
    cross join lateral jsonb_each_text(c.figures) f
  ) l where ${all([sql`l.day between ${query.from}::date and ${query.to}::date`, ...matching(query)])}`;

/**
 * What has to be added up for an answer, from the coarsest level that can give it. All of it is one statement, so nothing
 * is seen twice or not at all while changes move from one place to the other.
 */
export function sourcesOf(scope: Scope, query: FigureQuery): SQL[] {
  const rest = waiting(scope, query);
  if (query.by.includes('hour') || query.by.includes('clock')) return [ofHours(scope, query), rest];
  const machines = ofMachines(query);
  const dayTable = machines ? figureDays : figureSiteDays;
  const monthTable = machines ? figureMonths : figureSiteMonths;
  const daily = (range: { from: string; to: string }) => [
    between(scope, dayTable, query, range),
    between(scope, figureCorrections, query, range),
  ];
  if (query.by.includes('day')) return [...daily(query), rest];
  const { months, before, after } = splitMonths(query.from, query.to);
  return [
    ...(months ? [between(scope, monthTable, query, months)] : []),
    ...[before, after].flatMap((range) => (range ? daily(range) : [])),
    rest,
  ];
}
