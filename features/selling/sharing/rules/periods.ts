import { addDays } from '#kit/kernel/time.ts';
import type { Schedule } from '../contract/shared.ts';

/** The day after the period that a day lies in; weeks begin on Monday. */
export function periodEnd(day: string, schedule: Schedule): string {
  if (schedule === 'weekly') {
    const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
    return addDays(day, 7 - weekday);
  }
  if (schedule === 'monthly') return nextMonth(day.slice(0, 'yyyy-mm'.length));
  return addDays(day, 1);
}

/** The first day of the month after. */
export function nextMonth(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return number === 12 ? `${year + 1}-01-01` : `${year}-${String(number + 1).padStart(2, '0')}-01`;
}

export interface VersionDays {
  id: string;
  effectiveFrom: string;
  ends: boolean;
}

export interface Validity<V extends VersionDays> {
  version: V;
  from: string;
  /** the first day on which it no longer holds */
  to: string | null;
}

/** When each version holds: from its day until the next one's. */
export function validities<V extends VersionDays>(versions: readonly V[]): Validity<V>[] {
  const sorted = [...versions].sort((a, b) => (a.effectiveFrom < b.effectiveFrom ? -1 : 1));
  return sorted.map((version, index) => ({
    version,
    from: version.effectiveFrom,
    to: sorted[index + 1]?.effectiveFrom ?? null,
  }));
}

export interface Period<V extends VersionDays> {
  version: V;
  from: string;
  to: string;
}

const earlier = (a: string, b: string | null) => (b !== null && b < a ? b : a);

/**
 * The periods a site has to share, from where it stopped until the one that `today` lies in: whole periods of the
 * schedule, cut where another version begins to hold.
 */
export function* periodsFrom<V extends VersionDays>(
  versions: readonly V[],
  schedule: Schedule,
  doneUntil: string | null,
  today: string,
): Generator<Period<V>> {
  for (const { version, from, to } of validities(versions)) {
    if (version.ends) continue;
    let day = doneUntil !== null && doneUntil > from ? doneUntil : from;
    while (day <= today && (to === null || day < to)) {
      const end = earlier(periodEnd(day, schedule), to);
      yield { version, from: day, to: end };
      day = end;
    }
  }
}

/** Both days, or the one. */
export const periodText = (fromDay: string, toDay: string): string =>
  fromDay === toDay ? fromDay : `${fromDay} – ${toDay}`;
