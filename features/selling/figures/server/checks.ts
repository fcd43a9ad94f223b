import type { BooksCheck } from '#kit/server/books-check.ts';
import {
  dayOf,
  days,
  hourOf,
  hours,
  joinSite,
  type Level,
  months,
  siteHours,
  sumsOf,
  wholeKeys,
} from './levels.ts';

const waiting = `select ${wholeKeys('c')}, ${hourOf('c.at')} as hour_at, ${dayOf('c.at')} as day, f.key as measure,
    f.value::bigint as amount
  from figure_change c ${joinSite('c')} cross join lateral jsonb_each_text(c.figures) f`;
const ofHours = `select h.tenant_id, h.site_id, h.device_id, h.device_type, h.wallet_id, h.hour_at, ${dayOf('h.hour_at')} as day,
    h.measure, h.amount
  from figure_hour h ${joinSite('h')}`;

/** Rows of one side that the other has not, or has otherwise. */
const apart = (level: Level, one: string, other: string) => {
  const columns = `tenant_id, measure, ${level.time}, site_id, device_id, device_type, wallet_id`;
  return `select concat_ws(' ', tenant_id, measure, ${level.time}, site_id, ${level.devices ? 'device_id, ' : ''}wallet_id,
      sum(amount)) as wrong
    from (select ${columns}, amount from (${one}) a union all select ${columns}, -amount from (${other}) b) d
    group by ${columns} having sum(amount) <> 0`;
};

const saidOf = (level: Level) =>
  `select l.tenant_id, l.site_id, ${level.devices ? 'l.device_id' : 'null::uuid as device_id'}, l.device_type, l.wallet_id,
    l.${level.time}, l.measure, l.amount from ${level.table} l`;
const corrections = (level: Level) =>
  `select tenant_id, site_id, ${level.devices ? 'device_id' : 'null::uuid'}, device_type, wallet_id, day, measure, amount
   from figure_correction`;
const truthOf = (level: Level) => {
  const sums = sumsOf(level, `(${ofHours}) h`);
  return level.devices ? sums : `select s.*, null::uuid as device_id from (${sums}) s`;
};

/** Figures are what their owners' rows say, and every level is the sum of the one below. */
export const figureChecks: readonly BooksCheck[] = [
  {
    name: 'figuresAreRaw',
    sql: apart(
      hours,
      `${ofHours} union all ${waiting}`,
      `select ${wholeKeys('l')}, ${hourOf('l.at')} as hour_at, l.measure, l.amount from figure_line l`,
    ),
  },
  {
    name: 'figureLevels',
    sql: [
      apart(siteHours, saidOf(siteHours), truthOf(siteHours)),
      ...days.map((level) =>
        apart(level, `${saidOf(level)} union all ${corrections(level)}`, truthOf(level)),
      ),
      ...months.map((level) => apart(level, saidOf(level), truthOf(level))),
    ].join(' union all '),
  },
];
