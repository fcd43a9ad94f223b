/*
 * The levels that figures are added up to. Texts of statements are put together here, so that folding, recounting and
 * proving mean the same by a level.
 */

export interface Level {
  table: string;
  /** whether single machines are told apart */
  devices: boolean;
  /** the column of its time, and how it comes from a line with `hour_at` and `day` */
  time: string;
  from: string;
}

export const hours: Level = { table: 'figure_hour', devices: true, time: 'hour_at', from: 'hour_at' };
/** The same without machines: charts of a merchant read an hour of a site once, not once for each machine. */
export const siteHours: Level = {
  table: 'figure_site_hour',
  devices: false,
  time: 'hour_at',
  from: 'hour_at',
};
/** The first of the month that a day is in. */
export const monthOf = (day: string): string => `date_trunc('month', ${day}::timestamp)::date`;
const monthOfDay = monthOf('day');
/** Fixed days keep what they say here … */
export const days: readonly Level[] = [
  { table: 'figure_day', devices: true, time: 'day', from: 'day' },
  { table: 'figure_site_day', devices: false, time: 'day', from: 'day' },
];
/** … and not here. */
export const months: readonly Level[] = [
  { table: 'figure_month', devices: true, time: 'day', from: monthOfDay },
  { table: 'figure_site_month', devices: false, time: 'day', from: monthOfDay },
];

const places = (devices: boolean) =>
  `tenant_id, site_id, ${devices ? 'device_id, ' : ''}device_type, wallet_id`;

/** The columns of a level but for its amount. */
export const keysOf = ({ devices, time }: Level): string => `${places(devices)}, ${time}, measure`;

/** The same in the sequence of its index, so that rows are written side by side. */
export const indexOf = ({ devices, time }: Level): string =>
  `tenant_id, ${time}, site_id, ${devices ? 'device_id, ' : ''}device_type, wallet_id, measure`;

/** Lines (with everything that `hours` and `days` have) added up as rows of a level. */
export const sumsOf = (level: Level, lines: string, where = 'true'): string =>
  `select ${places(level.devices)}, ${level.from} as ${level.time}, measure, sum(amount)::bigint as amount
   from ${lines} where ${where} group by 1, 2, 3, 4, 5, 6${level.devices ? ', 7' : ''} having sum(amount) <> 0`;

/** In the sequence of keys: a transaction that adds to a level takes its rows in the same one. */
export const addTo = (level: Level, lines: string, where?: string): string =>
  `insert into ${level.table} as l (${keysOf(level)}, amount)
   select * from (${sumsOf(level, lines, where)}) s order by ${indexOf(level)}
   on conflict (${keysOf(level)}) do update set amount = l.amount + excluded.amount`;

const nobody = `'00000000-0000-0000-0000-000000000000'::uuid`;

/** What stands where there is no site, machine or wallet; `alias` has nulls there. */
export const wholeKeys = (alias: string): string =>
  `${alias}.tenant_id, coalesce(${alias}.site_id, ${nobody}) as site_id, coalesce(${alias}.device_id, ${nobody}) as device_id,
   coalesce(${alias}.device_type, '') as device_type, coalesce(${alias}.wallet_id, '') as wallet_id`;

/** The other way. */
export const emptyId = (column: string): string => `nullif(${column}, ${nobody})`;
export const emptyText = (column: string): string => `nullif(${column}, '')`;

/** The business day of a moment, where `figure_site s` is joined. */
export const dayOf = (at: string): string => `figure_day_of(${at}, s.time_zone, s.day_start)`;
/** The hour of the day by its clocks, where the same is joined. */
export const clockHourOf = (at: string): string =>
  `extract(hour from ${at} at time zone coalesce(s.time_zone, 'Asia/Shanghai'))::int`;
export const joinSite = (alias: string): string =>
  `left join figure_site s on s.tenant_id = ${alias}.tenant_id and s.site_id = ${alias}.site_id`;
export const hourOf = (at: string): string => `date_trunc('hour', ${at}, 'UTC')`;
