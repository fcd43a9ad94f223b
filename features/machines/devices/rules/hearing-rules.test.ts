import { expect, it } from 'vitest';
import { limits } from '#kit/protocol/limits.ts';
import { judgesSilence } from './hearing-rules.ts';

const every = 5000;
/** Looks every five seconds, and says after how long silence was judged for the first time. */
function firstVerdict(judges: (nowMs: number) => boolean, fromMs: number): number {
  for (let nowMs = fromMs; ; nowMs += every) if (judges(nowMs)) return nowMs - fromMs;
}

it('a server that has just started lets one silence pass before it judges', () => {
  expect(firstVerdict(judgesSilence(0), 0)).toBe(Math.ceil(limits.silentAfterMs / every) * every);
});

it('a server that slept lets one silence pass again: it heard nobody meanwhile', () => {
  const judges = judgesSilence(0);
  const awakeMs = firstVerdict(judges, 0);
  expect(judges(awakeMs + every)).toBe(true);
  const wakesMs = awakeMs + 8 * 3_600_000;
  expect(judges(wakesMs)).toBe(false);
  expect(firstVerdict(judges, wakesMs + every)).toBeGreaterThanOrEqual(limits.silentAfterMs - every);
});

it('a server that looks a little late judges all the same', () => {
  const judges = judgesSilence(0);
  for (let nowMs = 20_000; nowMs < limits.silentAfterMs; nowMs += 20_000) expect(judges(nowMs)).toBe(false);
  expect(judges(limits.silentAfterMs)).toBe(true);
});
