import { limits } from '#kit/protocol/limits.ts';

/** A server that did not look for so long was asleep, or so busy that it heard nobody. */
const wasAwayMs = 30_000;

/**
 * Whether silence may be judged at a moment. A server that was away heard nobody: machines that count as online have one
 * silence's time to prove it.
 */
export function judgesSilence(startedMs: number): (nowMs: number) => boolean {
  let [hearsSinceMs, lookedMs] = [startedMs, startedMs];
  return (nowMs) => {
    if (nowMs - lookedMs > wasAwayMs) hearsSinceMs = nowMs;
    lookedMs = nowMs;
    return nowMs - hearsSinceMs >= limits.silentAfterMs;
  };
}
