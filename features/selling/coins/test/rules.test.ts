import { describe, expect, it } from 'vitest';
import type { CounterIncrement } from '#features/machines/devices/server/public.ts';
import { defaultSettings } from '#kit/protocol/types/catalogue.ts';
import { outcomeOfCommand, outcomeOfNote } from '../rules/dispense-rules.ts';
import { coinsPerYuanOf } from '../server/hear-cash.ts';
import { coinsForNote } from '../server/hear-dispenses.ts';
import { gainsOf } from '../server/keep-hours.ts';

const increment = (counter: string, amount: number, at: string, deviceId = 'd1'): CounterIncrement => ({
  tenantId: '100002',
  deviceId,
  siteId: 's1',
  code: 'CW1',
  type: 'claw',
  counter,
  amount,
  at: new Date(at),
});

describe('what a machine took in an hour', () => {
  it('adds up what came in cash, hour by hour and machine by machine', () => {
    const gains = gainsOf([
      increment('cashCoins', 3, '2026-11-17T02:10:00Z'),
      increment('cashCoins', 2, '2026-11-17T02:59:59Z'),
      increment('cashCoins', 1, '2026-11-17T03:00:00Z'),
      increment('notesYuan', 20, '2026-11-17T02:10:00Z', 'd2'),
      increment('onlineCoins', 9, '2026-11-17T02:10:00Z'),
    ]);
    expect(gains.map(({ deviceId, coins, notesFen }) => [deviceId, coins, notesFen])).toEqual([
      ['d1', 5, 0],
      ['d1', 1, 0],
      ['d2', 0, 2000],
    ]);
  });

  it('is empty when nothing came in cash', () => {
    expect(gainsOf([increment('plays', 4, '2026-11-17T02:10:00Z')])).toEqual([]);
  });
});

describe('the worth of a coin', () => {
  it('is what the settings say, and nothing where they say nothing', () => {
    expect(coinsPerYuanOf(defaultSettings('claw'))).toBe(1);
    expect(coinsPerYuanOf({ exchange: { coinsPerYuan: 3 } })).toBe(3);
    expect(coinsPerYuanOf(defaultSettings('deposit'))).toBeNull();
    expect(coinsPerYuanOf(undefined)).toBeNull();
  });

  it('makes the coins for a note, with what is given on top', () => {
    const settings = {
      exchange: { coinsPerYuan: 2 },
      notes: { accepted: [{ yuan: 50, accepted: true, bonusCoins: 15 }] },
    };
    expect(coinsForNote(settings, 50)).toBe(115);
    expect(coinsForNote(settings, 20)).toBe(40);
    expect(coinsForNote({}, 20)).toBeNull();
  });
});

describe('how a dispense ended', () => {
  const ended = (state: 'done' | 'failed' | 'expired' | 'unknown', counted: number | null, reason?: string) =>
    outcomeOfCommand({ state, asked: 10, counted, reason: reason ?? null });

  it('is told by the command', () => {
    expect(ended('done', 10)).toBe('full');
    expect(ended('done', 6)).toBe('partial');
    expect(ended('failed', 6, 'jam')).toBe('jam');
    expect(ended('failed', 0, 'empty')).toBe('empty');
    expect(ended('failed', 3, 'timeout')).toBe('timeout');
    expect(ended('failed', 0, 'busy')).toBe('failed');
    expect(ended('expired', 0, 'notExecuted')).toBe('failed');
    expect(ended('unknown', null, 'noAnswer')).toBe('unknown');
  });

  it('is told for a note by what was counted and the fault that stopped it', () => {
    expect(outcomeOfNote(10, 10, null)).toBe('full');
    expect(outcomeOfNote(10, 4, 'hopperJam')).toBe('jam');
    expect(outcomeOfNote(10, 4, 'hopperEmpty')).toBe('empty');
    expect(outcomeOfNote(10, 4, null)).toBe('partial');
    expect(outcomeOfNote(10, 0, null)).toBe('failed');
    expect(outcomeOfNote(null, 4, null)).toBe('full');
  });
});
