import { describe, expect, it } from 'vitest';
import { dayMs } from '#kit/kernel/time.ts';
import { changedLimit, limitAt, noLimit } from './limit-rules.ts';

const now = new Date('2026-11-16T04:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);

describe('a limit the player sets', () => {
  it('holds at once, and a lower one too', () => {
    const first = changedLimit(noLimit, 5000, now);
    expect(limitAt(first, now)).toBe(5000);
    expect(limitAt(changedLimit(first, 1000, now), now)).toBe(1000);
    expect(limitAt(changedLimit(first, 0, now), now)).toBe(0);
  });

  it.each([8000, null])('is raised to %s after a day, and not before', (wanted) => {
    const raised = changedLimit(changedLimit(noLimit, 5000, now), wanted, now);
    expect(limitAt(raised, later(dayMs - 1))).toBe(5000);
    expect(limitAt(raised, later(dayMs))).toBe(wanted);
  });

  it('that is lowered while a higher one is to come stays low', () => {
    const raised = changedLimit(changedLimit(noLimit, 5000, now), 9000, now);
    const lowered = changedLimit(raised, 2000, later(1000));
    expect(limitAt(lowered, later(10 * dayMs))).toBe(2000);
  });

  it('is not raised sooner by asking again', () => {
    const raised = changedLimit(changedLimit(noLimit, 5000, now), 9000, now);
    const again = changedLimit(raised, 9000, later(dayMs / 2));
    expect(limitAt(again, later(dayMs))).toBe(5000);
    expect(limitAt(again, later(dayMs * 1.5))).toBe(9000);
  });
});
