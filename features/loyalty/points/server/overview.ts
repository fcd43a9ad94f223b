import { readFigures } from '#features/selling/figures/server/public.ts';
import { addDays, businessDay } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { pointUnits } from '../contract/kinds.ts';
import { worthOf } from '../rules/earn-rules.ts';
import { measuresOf, outstandingOf, sumsOf } from '../rules/month-sums.ts';
import { soonAt, sumStandings } from './book-queries.ts';
import { readRule } from './rule-queries.ts';

const everSince = '2000-01-01';
const shownMonths = 6;

const firstOfMonth = (day: string) => `${day.slice(0, 'yyyy-mm'.length)}-01`;
const monthBefore = (day: string) => firstOfMonth(addDays(firstOfMonth(day), -1));
/** The same day of the month before, or its last one. */
function sameDayBefore(day: string): string {
  const last = addDays(firstOfMonth(day), -1);
  const same = `${last.slice(0, 'yyyy-mm'.length)}${day.slice('yyyy-mm'.length)}`;
  return same < last ? same : last;
}

function lastMonths(day: string): string[] {
  const months = [firstOfMonth(day)];
  while (months.length < shownMonths) months.unshift(monthBefore(months[0] as string));
  return months.map((first) => first.slice(0, 'yyyy-mm'.length));
}

/** Sums of what the scope reaches, from the figures, exact up to this moment. */
export async function readOverview(reader: Reader, scope: Scope, tenantId: string, now: Date) {
  const today = businessDay(now);
  const measures = pointUnits.flatMap(measuresOf);
  const months = lastMonths(today);
  const rule = await readRule(reader, tenantId);
  const [ever, monthly, recent, before, standingOf] = await Promise.all([
    readFigures(reader, scope, { measures, from: everSince, to: addDays(today, 1), by: ['measure'] }),
    readFigures(reader, scope, {
      measures: measuresOf('point'),
      from: `${months[0]}-01`,
      to: today,
      by: ['month', 'measure'],
    }),
    readFigures(reader, scope, { measures, from: firstOfMonth(today), to: today, by: ['measure'] }),
    readFigures(reader, scope, {
      measures,
      from: monthBefore(today),
      to: sameDayBefore(today),
      by: ['measure'],
    }),
    sumStandings(reader, scope, soonAt(now, rule.noticeDays)),
  ]);
  const units = pointUnits.map((unit) => ({
    unit,
    outstanding: outstandingOf(sumsOf(unit, ever)),
    ...standingOf(unit),
    thisMonth: sumsOf(unit, recent),
    lastMonth: sumsOf(unit, before),
  }));
  const points = units.find(({ unit }) => unit === 'point')?.outstanding ?? 0;
  return {
    active: rule.activeSince !== null,
    worthFen: rule.worthFen,
    liabilityFen: worthOf(points, rule.worthFen),
    noticeDays: rule.noticeDays,
    today,
    units,
    months: months.map((month) => {
      const { issued, spent, expired } = sumsOf(
        'point',
        monthly.filter((figure) => figure.month === month),
      );
      return { month, issued, spent, expired };
    }),
  };
}
