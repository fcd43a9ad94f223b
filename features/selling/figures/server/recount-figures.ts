import { sql } from 'drizzle-orm';
import { addDays } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import type { CorrectionReason } from '../tables.ts';
import { holdLevels } from './fold-figures.ts';
import {
  dayOf,
  days,
  hourOf,
  hours,
  indexOf,
  joinSite,
  keysOf,
  type Level,
  months,
  siteHours,
  sumsOf,
  wholeKeys,
} from './levels.ts';

const deviceDay = days[0] as Level;

const run = (tx: Tx, text: string) => tx.execute(sql.raw(text));
const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`;

/** Days as UTC has them, `to` not included. */
interface Range {
  from: string;
  to: string;
}

/** Large sums are added up in memory; the setting ends with the transaction. */
const takeRoom = (tx: Tx) => run(tx, `set local work_mem = '128MB'`);

/**
 * Rows of a level become those of a table, and nothing is written that stands there already: a recount mostly finds what
 * it expects. What is new comes in the sequence of its key, so the index is filled page by page.
 */
async function replaceBy(tx: Tx, level: Level, table: string, own: string, kept = 'false'): Promise<void> {
  const same = keysOf(level)
    .split(', ')
    .map((column) => `t.${column} = l.${column}`)
    .join(' and ');
  await run(tx, `analyze ${table}`);
  await run(
    tx,
    `delete from ${level.table} l where ${own} and not ${kept}
       and not exists (select from ${table} t where ${same} and t.amount = l.amount)`,
  );
  await run(
    tx,
    `insert into ${level.table} (${keysOf(level)}, amount)
     select ${keysOf(level)}, amount from ${table} t
     where not exists (select from ${level.table} l where ${own} and ${same}) order by ${indexOf(level)}`,
  );
}

/**
 * The hours of some days again, from what their owners say (view `figure_line`), and the levels above them. Nobody who
 * sells or pays waits for it, and a reader sees meanwhile all of it or nothing.
 */
export async function recountFigures(tx: Tx, tenantId: string, { from, to }: Range): Promise<void> {
  await holdLevels(tx);
  await takeRoom(tx);
  const own = (time: string, alias = '') =>
    `${alias}tenant_id = ${quoted(tenantId)} and ${time} >= '${from}T00:00:00Z' and ${time} < '${to}T00:00:00Z'`;
  await run(tx, 'create temp table figure_recount (like figure_hour) on commit drop');
  // one statement looks at one moment: what is waiting to be added is part of what is added up here, and goes
  await run(
    tx,
    `with gone as (delete from figure_change where ${own('at')})
     insert into figure_recount (${keysOf(hours)}, amount) ${sumsOf(
       hours,
       `(select ${wholeKeys('l')}, ${hourOf('l.at')} as hour_at, l.measure, l.amount
         from figure_line l where ${own('at')}) l`,
     )}`,
  );
  await replaceBy(tx, hours, 'figure_recount', own('l.hour_at', 'l.'));
  await run(
    tx,
    `create temp table figure_site_recount on commit drop as ${sumsOf(siteHours, 'figure_recount h')}`,
  );
  await replaceBy(tx, siteHours, 'figure_site_recount', own('l.hour_at', 'l.'));
  await run(tx, 'drop table figure_recount, figure_site_recount');
  await addUpDays(tx, { tenantId, from: addDays(from, -2), to: addDays(to, 2) }, 'recount');
}

/**
 * Days and months again from hours, of an organisation or one site of it, all or between two business days. What a fixed
 * day says stays; what is different now is a correction of it.
 */
export async function addUpDays(
  tx: Tx,
  { tenantId, siteId, from, to }: { tenantId: string; siteId?: string; from?: string; to?: string },
  why: CorrectionReason,
): Promise<void> {
  await holdLevels(tx);
  await takeRoom(tx);
  const own = (alias: string) =>
    `${alias}.tenant_id = ${quoted(tenantId)}${siteId ? ` and ${alias}.site_id = ${quoted(siteId)}` : ''}`;
  const within = (day: string) => (from && to ? `${day} between '${from}' and '${to}'` : 'true');
  const isFixed = (alias: string) =>
    `exists (select from figure_fixed_day x where x.tenant_id = ${alias}.tenant_id and x.day = ${alias}.day)`;
  const around =
    from && to
      ? `h.hour_at >= '${addDays(from, -1)}T00:00:00Z' and h.hour_at < '${addDays(to, 3)}T00:00:00Z'`
      : 'true';
  const truth = 'figure_truth';
  await run(tx, `create temp table ${truth} (like figure_day) on commit drop`);
  await run(
    tx,
    `insert into ${truth} (${keysOf(deviceDay)}, amount) ${sumsOf(
      deviceDay,
      `(select h.*, ${dayOf('h.hour_at')} as day from figure_hour h ${joinSite('h')}
        where ${own('h')} and ${around}) h`,
      within('day'),
    )}`,
  );
  const ofDays = (table: string, amount: string) =>
    `select ${keysOf(deviceDay)}, ${amount} from ${table} d where ${own('d')}`;
  const difference = [
    `select ${keysOf(deviceDay)}, amount from ${truth} d where ${isFixed('d')}`,
    ...['figure_day', 'figure_correction'].map(
      (table) => `${ofDays(table, '-amount')} and ${within('d.day')} and ${isFixed('d')}`,
    ),
  ].join(' union all ');
  await run(
    tx,
    `insert into figure_correction (${keysOf(deviceDay)}, amount, why)
     select s.*, ${quoted(why)} from (${sumsOf(deviceDay, `(${difference}) c`)}) s`,
  );
  for (const level of days) {
    const [wanted, kept] = ['figure_wanted', isFixed('l')];
    await run(
      tx,
      `create temp table ${wanted} on commit drop as ${sumsOf(level, `${truth} d`, `not ${isFixed('d')}`)}`,
    );
    await replaceBy(tx, level, wanted, `${own('l')} and ${within('l.day')}`, kept);
    await run(tx, `drop table ${wanted}`);
  }
  await run(tx, `drop table ${truth}`);
  await addUpMonths(tx, own, from && to ? { from, to } : undefined);
}

/** The months in which these days are; they are what is true, so corrections of fixed days count. */
async function addUpMonths(tx: Tx, own: (alias: string) => string, range: Range | undefined): Promise<void> {
  const month = (day: string) => `date_trunc('month', date '${day}')::date`;
  const touched = (alias: string) =>
    range
      ? `${alias}.day >= ${month(range.from)} and ${alias}.day < (${month(range.to)} + interval '1 month')::date`
      : 'true';
  const whole = ['figure_day', 'figure_correction']
    .map(
      (table) => `select ${keysOf(deviceDay)}, amount from ${table} d where ${own('d')} and ${touched('d')}`,
    )
    .join(' union all ');
  // sites are added up from the machines that were added up just before
  let lines = `(${whole}) d`;
  for (const level of months) {
    const wanted = `${level.table}_wanted`;
    await run(tx, `create temp table ${wanted} on commit drop as ${sumsOf(level, lines)}`);
    await replaceBy(tx, level, wanted, `${own('l')} and ${touched('l')}`);
    lines = wanted;
  }
  for (const level of months) await run(tx, `drop table ${level.table}_wanted`);
}
