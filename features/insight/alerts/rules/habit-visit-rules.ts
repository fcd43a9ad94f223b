import { median } from '#kit/kernel/robust.ts';
import { isWeekend, type PastDay } from './past-day-rules.ts';

/** The part of a day that an hour of the clock brings: working days, weekends. */
export type Shape = [number[], number[]];

/** Variance over mean of the hours inside a day, the middle of all days; one by chance alone. */
export function clumpsOf(days: readonly PastDay[], shape: Shape): number {
  const found: number[] = [];
  for (const { use, weekday, hours } of days) {
    if (use < 5) continue;
    let [squares, cells] = [0, 0];
    shape[isWeekend(weekday) ? 1 : 0].forEach((part, hour) => {
      const expected = part * use;
      if (expected < 0.2) return;
      squares += ((hours[hour] ?? 0) - expected) ** 2 / expected;
      cells += 1;
    });
    if (cells >= 4) found.push(squares / (cells - 1));
  }
  return found.length > 0 ? Math.max(1, median(found) * 1.1) : 2;
}

/** Cells in which nobody or somebody may have come; fewer of them than this say nothing. */
const fewestCells = 40;
const steps = 30;

/**
 * What people bring at one go. Clumps are larger than that, because a few who bring much weigh more in a variance; what
 * counts where nobody comes is how many should have come. So it is the size by which as many hours should have been empty
 * as were.
 */
export function visitOf(days: readonly PastDay[], shape: Shape, clumps: number): number {
  const cells: number[] = [];
  let empty = 0;
  for (const { use, weekday, hours } of days) {
    if (use < 5) continue;
    shape[isWeekend(weekday) ? 1 : 0].forEach((part, hour) => {
      // those who came on this day, each in this hour or not
      const due = part < 1 ? -use * Math.log1p(-part) : 0;
      if (due < 0.1 * clumps || due > 4 * clumps) return;
      cells.push(due);
      if (!hours[hour]) empty += 1;
    });
  }
  if (cells.length < fewestCells) return clumps;
  // rather too large than too small: more visits make more of the same silence
  const wanted = empty + Math.sqrt(empty + 1);
  const emptyBy = (size: number) => cells.reduce((sum, due) => sum + Math.exp(-due / size), 0);
  let [low, high] = [clumps / 2, clumps];
  for (let step = 0; step < steps; step++) {
    const middle = (low + high) / 2;
    if (emptyBy(middle) < wanted) low = middle;
    else high = middle;
  }
  return Math.max(Math.min(1, clumps), high);
}

/** Worse than this was no day but by a fault; better than that a bad day always may be. */
const badDays = { least: 0.1, most: 0.4 } as const;

/** Days of a whole site: the second worst of them, because the worst may have been a fault. */
export function badDayOf(
  machines: readonly { days: readonly PastDay[]; level: readonly number[]; visit: number }[],
) {
  const sums = new Map<number, { was: number; expected: number }>();
  for (const { days, level, visit } of machines)
    for (const { day, weekday, use } of days) {
      const before = sums.get(day) ?? { was: 0, expected: 0 };
      sums.set(day, {
        was: before.was + use / visit,
        expected: before.expected + (level[weekday] ?? 0) / visit,
      });
    }
  const ratios = [...sums.values()]
    .filter(({ expected }) => expected >= 5)
    .map(({ was, expected }) => was / expected)
    .sort((a, b) => a - b);
  return Math.min(badDays.most, Math.max(badDays.least, ratios[1] ?? badDays.most));
}
