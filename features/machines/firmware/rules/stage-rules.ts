import { type Consequence, isTyped } from '#kit/contract/consequence.ts';
import { dayMs, hourMs } from '#kit/kernel/time.ts';

/** Which stage each of `total` devices belongs to, when stage i reaches `percents[i]` of them; every stage has at least one. */
export function stageOfEach(total: number, percents: readonly number[]): number[] {
  const ends = percents.map((percent, index) =>
    Math.min(total, Math.max(index + 1, Math.ceil((total * percent) / 100))),
  );
  return Array.from({ length: total }, (_, position) => {
    const stage = ends.findIndex((end) => position < end);
    return stage < 0 ? percents.length - 1 : stage;
  });
}

export interface StageCounts {
  waitingOnline: number;
  moving: number;
  installed: number;
  failed: number;
}

/**
 * What a rollout does next. It goes on when everything of the stages so far that could be reached has ended and the
 * failures stay within the limit; it never goes on from a stage in which nothing was installed yet.
 */
export function nextStep(
  counts: StageCounts,
  limits: { maxFailurePercent: number; isLastStage: boolean; waitingAtAll: number },
): 'wait' | 'pause' | 'advance' | 'finish' {
  const ended = counts.installed + counts.failed;
  if (counts.failed * 100 > limits.maxFailurePercent * ended) return 'pause';
  if (counts.moving > 0 || counts.waitingOnline > 0) return 'wait';
  if (limits.isLastStage) return limits.waitingAtAll === 0 ? 'finish' : 'wait';
  return ended > 0 ? 'advance' : 'wait';
}

/** With how many failures a rollout pauses when all machines are through; earlier ones, of fewer, pause it sooner. */
export function failuresToPause(machines: number, maxFailurePercent: unknown): Consequence | undefined {
  if (!isTyped(maxFailurePercent) || maxFailurePercent > 100) return undefined;
  const count = Math.floor((machines * maxFailurePercent) / 100) + 1;
  return count > machines
    ? { text: 'firmware:start.neverPauses' }
    : { text: 'firmware:start.pausesAt', params: { machines, count } };
}

const chinaOffsetMs = 8 * hourMs;
const nightStartHour = 2;
const nightEndHour = 5;

/** The coming two o'clock at the sites, or now when it is night already. */
export function nextNight(now: Date): Date {
  const local = new Date(now.getTime() + chinaOffsetMs);
  const hour = local.getUTCHours();
  if (hour >= nightStartHour && hour < nightEndHour) return now;
  const midnight = Math.floor(local.getTime() / dayMs) * dayMs;
  const start = midnight + nightStartHour * hourMs;
  return new Date((local.getTime() < start ? start : start + dayMs) - chinaOffsetMs);
}
