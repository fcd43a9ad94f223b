import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stagePlans } from '../contract.ts';
import { failuresToPause, nextNight, nextStep, stageOfEach } from '../rules/stage-rules.ts';
import { compareVersions } from '../rules/version-rules.ts';

describe('stages of a rollout', () => {
  it('every device has a stage, in order, and no stage before the last is empty while there are devices left', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3000 }),
        fc.constantFrom(...Object.values(stagePlans)),
        (total, plan) => {
          const stages = stageOfEach(total, plan);
          expect(stages).toHaveLength(total);
          expect([...stages].sort((a, b) => a - b)).toEqual(stages);
          expect(new Set(stages).size).toBe(Math.min(total, plan.length));
        },
      ),
    );
  });

  it('ten percent of fifty devices come first', () => {
    expect(stageOfEach(50, [10, 50, 100]).filter((stage) => stage === 0)).toHaveLength(5);
  });
});

describe('what a rollout does next', () => {
  const counts = { waitingOnline: 0, moving: 0, installed: 5, failed: 0 };
  const limits = { maxFailurePercent: 10, isLastStage: false, waitingAtAll: 45 };

  it('goes on when all that could be reached is installed', () => {
    expect(nextStep(counts, limits)).toBe('advance');
  });
  it('waits for devices under way', () => {
    expect(nextStep({ ...counts, moving: 1 }, limits)).toBe('wait');
    expect(nextStep({ ...counts, waitingOnline: 1 }, limits)).toBe('wait');
  });
  it('does not go on from a stage of which nobody was reached', () => {
    expect(nextStep({ ...counts, installed: 0 }, limits)).toBe('wait');
  });
  it('stops itself above the limit of failures, not at it', () => {
    expect(nextStep({ ...counts, installed: 9, failed: 1 }, limits)).toBe('advance');
    expect(nextStep({ ...counts, installed: 8, failed: 1 }, limits)).toBe('pause');
  });
  it('ends when nobody is left, and waits for those that are offline', () => {
    const last = { ...limits, isLastStage: true };
    expect(nextStep(counts, { ...last, waitingAtAll: 0 })).toBe('finish');
    expect(nextStep(counts, { ...last, waitingAtAll: 2 })).toBe('wait');
  });
});

it('the night begins at two in China, and is now while it lasts', () => {
  expect(nextNight(new Date('2026-11-15T12:00:00Z')).toISOString()).toBe('2026-11-15T18:00:00.000Z');
  expect(nextNight(new Date('2026-11-15T17:59:00Z')).toISOString()).toBe('2026-11-15T18:00:00.000Z');
  expect(nextNight(new Date('2026-11-15T19:30:00Z')).toISOString()).toBe('2026-11-15T19:30:00.000Z');
  expect(nextNight(new Date('2026-11-15T21:00:00Z')).toISOString()).toBe('2026-11-16T18:00:00.000Z');
});

it('versions compare by number, not by letter', () => {
  expect(compareVersions('1.10.0', '1.9.3')).toBeGreaterThan(0);
  expect(compareVersions('2.0.0', '2.0.0')).toBe(0);
});

it('the number of failures that is announced is the first that pauses a rollout', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 500 }), fc.integer({ min: 0, max: 99 }), (machines, percent) => {
      const count = Number(failuresToPause(machines, percent)?.params?.count);
      const limits = { maxFailurePercent: percent, isLastStage: true, waitingAtAll: 0 };
      const stepAt = (failed: number) =>
        nextStep({ waitingOnline: 0, moving: 0, failed, installed: machines - failed }, limits);
      expect(stepAt(count)).toBe('pause');
      expect(stepAt(count - 1)).not.toBe('pause');
    }),
  );
  expect(failuresToPause(12, 10)?.params).toEqual({ machines: 12, count: 2 });
  expect(failuresToPause(12, 100)).toEqual({ text: 'firmware:start.neverPauses' });
  expect(failuresToPause(12, undefined)).toBeUndefined();
});
