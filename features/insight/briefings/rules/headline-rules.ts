/** What a day is held against: the same hours a week or a day earlier, or a whole day against that of the week before. */
export type Against = 'lastWeek' | 'yesterday';

export interface Headline {
  /** hours: of today so far; yesterday: today has brought nothing yet, so the day before is spoken of */
  of: 'hours' | 'yesterday';
  against: Against;
  /** first: something where there was nothing; quiet: nothing on either side */
  kind: 'above' | 'below' | 'same' | 'first' | 'quiet';
  /** whole percent; undefined where a share says less than the amount */
  percent: number | undefined;
  /** how far apart they are, without a sign */
  differenceFen: number;
}

/** Beyond it nobody imagines a share. */
const mostPercent = 300;

export function compared(
  nowFen: number,
  beforeFen: number,
): Pick<Headline, 'kind' | 'percent' | 'differenceFen'> {
  const differenceFen = Math.abs(nowFen - beforeFen);
  if (beforeFen <= 0) return { kind: nowFen > 0 ? 'first' : 'quiet', percent: undefined, differenceFen };
  const percent = Math.round((differenceFen / beforeFen) * 100);
  if (percent === 0) return { kind: 'same', percent, differenceFen };
  return {
    kind: nowFen > beforeFen ? 'above' : 'below',
    percent: percent > mostPercent ? undefined : percent,
    differenceFen,
  };
}

interface Told {
  hours: { todayFen: number; yesterdayFen: number; lastWeekFen: number };
  yesterday: { incomeFen: number; lastWeekFen: number };
}

/**
 * The one sentence of the morning. The same day of the week is the fairest measure; where it brought nothing, the day
 * before is. Before the first takings of a day there is nothing to say of it, and yesterday is what people want to know.
 */
export function headlineOf({ hours, yesterday }: Told): Headline {
  const of = 'hours';
  if (hours.lastWeekFen > 0)
    return { of, against: 'lastWeek', ...compared(hours.todayFen, hours.lastWeekFen) };
  if (hours.yesterdayFen > 0)
    return { of, against: 'yesterday', ...compared(hours.todayFen, hours.yesterdayFen) };
  if (hours.todayFen > 0) return { of, against: 'lastWeek', ...compared(hours.todayFen, 0) };
  return { of: 'yesterday', against: 'lastWeek', ...compared(yesterday.incomeFen, yesterday.lastWeekFen) };
}
