import type { Translate } from '#kit/ui/i18n.ts';
import type { OpeningPeriod } from '../contract.ts';

/** Runs of neighbouring days: [1,2,3,6] is Monday to Wednesday, and Saturday. */
export function dayRuns(days: readonly number[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (const day of [...new Set(days)].sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last[1] === day - 1) last[1] = day;
    else runs.push([day, day]);
  }
  return runs;
}

export function daysLabel(days: readonly number[], t: Translate): string {
  const runs = dayRuns(days);
  const [only] = runs;
  if (only?.[0] === 1 && only[1] === 7) return t('sites:hours.everyDay');
  return runs
    .map(([from, to]) =>
      from === to
        ? t(`sites:day.${from}`)
        : t('sites:hours.fromTo', { from: t(`sites:day.${from}`), to: t(`sites:day.${to}`) }),
    )
    .join(t('sites:hours.and'));
}

/** Whether it runs past midnight, which readers should be told. */
export function endsNextDay(period: string): boolean {
  const [from = '', to = ''] = period.split('-');
  return to <= from;
}

export function periodLabel(period: string, t: Translate): string {
  if (period === '00:00-24:00') return t('sites:hours.wholeDay');
  const [from = '', to = ''] = period.split('-');
  return t(endsNextDay(period) ? 'sites:hours.pastMidnight' : 'sites:hours.period', { from, to });
}

export interface HoursLine {
  days: string;
  period: string;
}

export const hoursLines = (hours: readonly OpeningPeriod[], t: Translate): HoursLine[] =>
  hours.map(({ days, period }) => ({ days: daysLabel(days, t), period: periodLabel(period, t) }));
