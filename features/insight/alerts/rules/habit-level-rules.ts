import { median } from '#kit/kernel/robust.ts';
import { isWeekend, type PastDay } from './past-day-rules.ts';

/** The median of a weekday is of few days: those of its kind (working days, weekends) weigh like three more. */
const kindWeighs = 3;

/** What a day of the week brings, by the machine's own days alone. */
export function levelsOf(days: readonly PastDay[]): number[] {
  const ofKind = [false, true].map((weekend) => {
    const uses = days.filter(({ weekday }) => isWeekend(weekday) === weekend).map(({ use }) => use);
    return uses.length > 0 ? median(uses) : null;
  });
  const all = median(days.map(({ use }) => use));
  return Array.from({ length: 7 }, (_, weekday) => {
    const kind = ofKind[isWeekend(weekday) ? 1 : 0] ?? all;
    const own = days.filter((day) => day.weekday === weekday).map(({ use }) => use);
    if (own.length === 0) return kind;
    return (own.length * median(own) + kindWeighs * kind) / (own.length + kindWeighs);
  });
}

interface Leveled {
  days: readonly PastDay[];
  level: readonly number[];
}

/** One or two machines tell neither their day from the site's, nor the week of the site from their own. */
const fewestTelling = 3;

/** How good each day was at a site: the median over its machines of what it brought against what it should have. */
export function siteDayRatios(machines: readonly Leveled[]): Map<number, number> {
  const ratios = new Map<number, number[]>();
  for (const { days, level } of machines)
    for (const { day, weekday, use } of days) {
      const expected = level[weekday] ?? 0;
      if (expected >= 5) ratios.set(day, [...(ratios.get(day) ?? []), use / expected]);
    }
  return new Map(
    [...ratios].filter(([, list]) => list.length >= fewestTelling).map(([day, list]) => [day, median(list)]),
  );
}

/** The week of the site weighs like so many weeks of the machine. */
const siteWeighs = 7;

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * The same levels, with the help of the neighbours: a machine has seven Saturdays, but its site's Saturdays are told by all of
 * its machines, and its own size by all of its days. Good and bad days of the site are taken out first.
 */
export function levelsAmong<M extends Leveled>(
  machines: readonly M[],
  ratios: ReadonlyMap<number, number>,
): (M & { level: number[] })[] {
  const weeks = machines
    .filter(({ level }) => meanOf(level) > 0)
    .map(({ level }) => level.map((value) => value / meanOf(level)));
  if (weeks.length < fewestTelling)
    return machines.map((machine) => ({ ...machine, level: [...machine.level] }));
  const week = Array.from({ length: 7 }, (_, weekday) => median(weeks.map((own) => own[weekday] as number)));
  return machines.map((machine) => {
    const cleared = machine.days.flatMap(({ day, weekday, use }) => {
      const ratio = ratios.get(day) ?? 1;
      return ratio > 0 ? [{ weekday, use: use / ratio }] : [];
    });
    const sizes = cleared.flatMap(({ weekday, use }) =>
      (week[weekday] as number) > 0 ? [use / (week[weekday] as number)] : [],
    );
    if (sizes.length === 0) return { ...machine, level: [...machine.level] };
    const size = median(sizes);
    const level = week.map((part, weekday) => {
      const own = cleared.filter((day) => day.weekday === weekday).map(({ use }) => use);
      if (own.length === 0) return size * part;
      return (own.length * median(own) + siteWeighs * size * part) / (own.length + siteWeighs);
    });
    return { ...machine, level };
  });
}
