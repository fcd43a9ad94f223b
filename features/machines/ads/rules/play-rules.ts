import { dayMs, hourMs, minuteMs } from '#kit/kernel/time.ts';
import type { AsideReason } from '../contract/shared.ts';

/** What was told about an hour of a screen, and what is known of it. */
export interface ToldPlay {
  itemId: string;
  hourAt: Date;
  thousandths: number;
}

export interface KnownItem {
  seconds: number;
  firstAt: Date;
}

/** A machine may have been offline for a month. */
const oldestMs = 35 * dayMs;
const clockMs = 10 * minuteMs;
/** of the hour: what is rounded and what a clock gains */
const tolerance = 1.02;

const timeShown = (thousandths: number, seconds: number) => (thousandths * seconds) / 1000;

/**
 * Which plays can be true: of something that the machine was told to show, in an hour that has begun, and all together no longer
 * than the hour. `before` is what is counted already, in seconds of the hour.
 */
export function judgePlays(
  told: readonly ToldPlay[],
  {
    items,
    secondsBefore,
    now,
  }: {
    items: ReadonlyMap<string, KnownItem>;
    secondsBefore: (hourAt: Date) => number;
    now: Date;
  },
): { play: ToldPlay; aside: AsideReason | null }[] {
  const added = new Map<number, number>();
  return told.map((play) => {
    const hourAtMs = play.hourAt.getTime();
    const item = items.get(play.itemId);
    if (!item || hourAtMs % hourMs !== 0) return { play, aside: 'unknown' };
    if (hourAtMs > now.getTime() + clockMs) return { play, aside: 'future' };
    const isOld =
      hourAtMs < now.getTime() - oldestMs || hourAtMs + hourMs + clockMs <= item.firstAt.getTime();
    if (isOld) return { play, aside: 'old' };
    const sofar = secondsBefore(play.hourAt) + (added.get(hourAtMs) ?? 0);
    const shown = timeShown(play.thousandths, item.seconds);
    if (sofar + shown > (hourMs / 1000) * tolerance) return { play, aside: 'tooMany' };
    added.set(hourAtMs, (added.get(hourAtMs) ?? 0) + shown);
    return { play, aside: null };
  });
}
