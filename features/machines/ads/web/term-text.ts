import type { WeekPeriod } from '#kit/contract/schemas.ts';
import type { Translate } from '#kit/ui/i18n.ts';

interface Term {
  fromDay: string | null;
  toDay: string | null;
  hours: readonly WeekPeriod[];
}

const everyDay = 7;

/** When something is shown, in one line. */
export function termText(t: Translate, { fromDay, toDay, hours }: Term): string {
  const days =
    fromDay && toDay
      ? t('ads:term.between', { fromDay, toDay })
      : fromDay
        ? t('ads:term.from', { fromDay })
        : toDay
          ? t('ads:term.to', { toDay })
          : t('ads:term.always');
  const times = hours.map(({ days: week, period }) =>
    week.length === everyDay
      ? period
      : `${week.map((day) => t(`kit:ui.weekDay.${day}`)).join(' ')} ${period}`,
  );
  return [days, ...times].join(' · ');
}
