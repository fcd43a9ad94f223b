import type { WeekPeriod } from '#kit/contract/schemas.ts';

/** What a machine is to show; addresses are put in when it is sent, because they expire. */
export interface ScreenItem {
  /** of the picture or video, or of the task it belongs to: plays are counted by it */
  id: string;
  mediaId: string;
  kind: 'picture' | 'video';
  sizeBytes: number;
  sha256: string;
  seconds: number;
  fromDay: string | null;
  toDay: string | null;
  hours: WeekPeriod[];
}

export interface ScreenContent {
  items: ScreenItem[];
  utcOffsetMin: number;
  shown: boolean;
}

export interface Term {
  fromDay: string | null;
  toDay: string | null;
  hours: readonly WeekPeriod[];
}

const later = (one: string | null, other: string | null) =>
  one && other ? (one > other ? one : other) : (one ?? other);
const earlier = (one: string | null, other: string | null) =>
  one && other ? (one < other ? one : other) : (one ?? other);

interface Stretch {
  day: number;
  from: number;
  to: number;
}

const dayMinutes = 24 * 60;
const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};
const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Periods as stretches of single days: what runs past midnight becomes two. */
function stretchesOf(hours: readonly WeekPeriod[]): Stretch[] {
  return hours.flatMap(({ days, period }) => {
    const [from = 0, to = 0] = period.split('-').map(minutesOf);
    return days.flatMap((day) =>
      from < to
        ? [{ day, from, to }]
        : [{ day, from, to: dayMinutes }, ...(to > 0 ? [{ day: (day % 7) + 1, from: 0, to }] : [])],
    );
  });
}

function periodsOf(stretches: readonly Stretch[]): WeekPeriod[] {
  const byPeriod = Map.groupBy(stretches, ({ from, to }) => `${timeOf(from)}-${timeOf(to)}`);
  return [...byPeriod].map(([period, those]) => ({
    days: [...new Set(those.map(({ day }) => day))].toSorted((one, other) => one - other),
    period,
  }));
}

/** When both terms hold; null: never. */
export function commonTerm(one: Term, other: Term): (Term & { hours: WeekPeriod[] }) | null {
  const fromDay = later(one.fromDay, other.fromDay);
  const toDay = earlier(one.toDay, other.toDay);
  if (fromDay && toDay && fromDay > toDay) return null;
  if (one.hours.length === 0 || other.hours.length === 0)
    return { fromDay, toDay, hours: [...one.hours, ...other.hours] };
  const others = stretchesOf(other.hours);
  const common = stretchesOf(one.hours).flatMap(({ day, from, to }) =>
    others
      .filter((stretch) => stretch.day === day && stretch.from < to && from < stretch.to)
      .map((stretch) => ({ day, from: Math.max(from, stretch.from), to: Math.min(to, stretch.to) })),
  );
  return common.length === 0 ? null : { fromDay, toDay, hours: periodsOf(common) };
}
