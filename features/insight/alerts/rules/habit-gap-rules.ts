import { median, medianSpread } from '#kit/kernel/robust.ts';
import { fewestDays, type PastDay } from './past-day-rules.ts';

/** What is given for what is taken. */
export interface Gap {
  rate: number;
  /** by how much what is given usually lies above that, and how far days lie from it */
  middle: number;
  spread: number;
  /** the same distance as a part of what should have been given */
  part: number;
}

/**
 * The deviation that nine in ten values keep. Where more than half of the days have no gap at all the median distance is
 * nothing, and the coins that staff give now and then would be odd.
 */
function tailSpread(values: readonly number[]): number {
  const middle = median(values);
  const distances = values.map((value) => Math.abs(value - middle)).sort((a, b) => a - b);
  return (distances[Math.floor(distances.length * 0.9)] ?? 0) / 1.645;
}

/** Above this the past does not say what is given for what is taken. */
const loosest = 0.2;

export function gapOf(days: readonly PastDay[]): Gap | null {
  const busy = days.filter(({ taken, given }) => taken >= 5 && given > 0);
  if (busy.length < fewestDays / 2) return null;
  const rate = median(busy.map(({ taken, given }) => given / taken));
  const loose = median(busy.map(({ taken, given }) => Math.abs(given - rate * taken) / given));
  if (rate <= 0 || loose > loosest) return null;
  const gaps = days
    .filter(({ taken, given }) => taken + given > 0)
    .map((day) => day.given - rate * day.taken);
  return {
    rate,
    middle: median(gaps),
    spread: Math.max(medianSpread(gaps), tailSpread(gaps)),
    part: tailSpread(busy.map(({ taken, given }) => given / (rate * taken))),
  };
}
