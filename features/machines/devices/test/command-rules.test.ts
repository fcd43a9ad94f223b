import { describe, expect, it } from 'vitest';
import { clockMarginMs, type KnownCommand, mayBecome, stepOf } from '../rules/command-rules.ts';

const expiresAt = new Date('2026-11-16T10:00:00Z');
const later = (ms: number) => new Date(expiresAt.getTime() + ms);
const sent: KnownCommand = { state: 'sent', expiresAt, acceptedAt: null, asked: 5 };
const accepted: KnownCommand = { ...sent, state: 'accepted', acceptedAt: later(-5000) };
const unknown: KnownCommand = { ...sent, state: 'unknown' };

describe('"not executed" from a journal', () => {
  const notExecuted = (queriedAt: Date) => ({ id: 'x', state: 'notExecuted' as const, queriedAt });

  it('proves nothing when the journal was asked before every clock has passed the expiry', () => {
    expect(stepOf(sent, notExecuted(later(-1)))).toBeUndefined();
    expect(stepOf(sent, notExecuted(later(clockMarginMs - 1)))).toBeUndefined();
  });

  it('ends the command with nothing moved once they have, also when it had ended as unknown', () => {
    const expired = { state: 'expired', counted: 0, reason: 'notExecuted' };
    expect(stepOf(sent, notExecuted(later(clockMarginMs)))).toEqual(expired);
    expect(stepOf(unknown, notExecuted(later(clockMarginMs)))).toEqual(expired);
  });

  it('is not believed of a device that had accepted', () => {
    expect(stepOf(accepted, notExecuted(later(clockMarginMs)))).toBe('contradiction');
    expect(stepOf({ ...accepted, state: 'unknown' }, notExecuted(later(clockMarginMs)))).toBe(
      'contradiction',
    );
  });
});

describe('an answer', () => {
  it('with fewer pieces counted than asked is done, in part', () => {
    expect(stepOf(accepted, { id: 'x', state: 'done', counted: 3 })).toEqual({
      state: 'done',
      counted: 3,
      reason: null,
    });
  });

  it('without a count is not given one', () => {
    expect(stepOf(accepted, { id: 'x', state: 'done' })).toMatchObject({ counted: null });
    expect(stepOf(accepted, { id: 'x', state: 'failed', reason: 'jam' })).toMatchObject({ counted: null });
  });

  it('that refuses before anything turned counts nothing', () => {
    expect(stepOf(sent, { id: 'x', state: 'failed', reason: 'busy' })).toEqual({
      state: 'failed',
      counted: 0,
      reason: 'busy',
    });
    expect(stepOf(sent, { id: 'x', state: 'failed', reason: 'expired' })).toMatchObject({
      state: 'expired',
      counted: 0,
    });
    const uncounted = { ...sent, asked: null };
    expect(stepOf(uncounted, { id: 'x', state: 'failed', reason: 'busy' })).toMatchObject({ counted: null });
  });

  it('that repeats what is known changes nothing, and one that denies it is a contradiction', () => {
    const done: KnownCommand = { ...accepted, state: 'done' };
    expect(stepOf(done, { id: 'x', state: 'done', counted: 5 })).toBeUndefined();
    expect(stepOf(done, { id: 'x', state: 'accepted' })).toBeUndefined();
    expect(stepOf(done, { id: 'x', state: 'failed', reason: 'jam' })).toBe('contradiction');
    expect(stepOf({ ...sent, state: 'expired' }, { id: 'x', state: 'done', counted: 5 })).toBe(
      'contradiction',
    );
  });
});

it('what has ended for good does not change again', () => {
  for (const end of ['done', 'failed', 'expired'] as const)
    for (const next of ['sent', 'accepted', 'done', 'failed', 'expired', 'unknown'] as const)
      expect(mayBecome(end, next)).toBe(false);
});
