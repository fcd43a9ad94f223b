import { describe, expect, it } from 'vitest';
import { expiryState, laneLevel, laneNeed, lowThreshold } from '../rules/need-rules.ts';
import { plannedLines } from '../rules/round-rules.ts';
import { resultOf } from '../rules/test-rules.ts';

const lane = { open: true, templateId: 'product', stock: 8, capacity: 8, alarmThreshold: null };

describe('how a lane stands', () => {
  it('is low at a quarter of its capacity, or at its own threshold', () => {
    expect(laneLevel({ ...lane, stock: 3 })).toBe('ok');
    expect(laneLevel({ ...lane, stock: 2 })).toBe('low');
    expect(laneLevel({ ...lane, stock: 5, alarmThreshold: 5 })).toBe('low');
    expect(laneLevel({ ...lane, stock: 1, alarmThreshold: 0 })).toBe('ok');
    expect(lowThreshold({ capacity: 3, alarmThreshold: null })).toBe(0);
  });

  it('needs nothing when closed or without a product', () => {
    expect(laneLevel({ ...lane, open: false, stock: 0 })).toBe('closed');
    expect(laneLevel({ ...lane, templateId: null, stock: 0 })).toBe('unset');
    expect(laneNeed({ ...lane, open: false, stock: 0, soldLately: 50 })).toBe(0);
    expect(laneNeed({ ...lane, templateId: null, stock: 0, soldLately: 50 })).toBe(0);
  });

  it('is more urgent empty than low, and of two alike the one that sells faster', () => {
    const empty = laneNeed({ ...lane, stock: 0, soldLately: 0 });
    const low = laneNeed({ ...lane, stock: 2, soldLately: 20 });
    const full = laneNeed({ ...lane, soldLately: 20 });
    expect(empty).toBeGreaterThan(low);
    expect(low).toBeGreaterThan(full);
    expect(full).toBe(0);
    expect(laneNeed({ ...lane, stock: 0, soldLately: 9 })).toBeGreaterThan(empty);
  });
});

describe('shelf life', () => {
  it('ends after the day of expiry and warns before it', () => {
    const product = { expiryDate: '2026-11-30', warnDays: 10 };
    expect(expiryState(product, '2026-11-19')).toBeNull();
    expect(expiryState(product, '2026-11-20')).toBe('soon');
    expect(expiryState(product, '2026-11-30')).toBe('soon');
    expect(expiryState(product, '2026-12-01')).toBe('expired');
    expect(expiryState({ expiryDate: null, warnDays: 10 }, '2026-12-01')).toBeNull();
  });
});

describe('a round', () => {
  const of = (number: number, stock: number, soldLately = 0) => ({
    ...lane,
    lane: number,
    stock,
    soldLately,
  });
  const devices = [
    { deviceId: 'calm', siteId: 'near', lanes: [of(1, 6)] },
    { deviceId: 'urgent', siteId: 'far', lanes: [of(1, 7), of(2, 0, 3), of(3, 0, 30), of(4, 2), of(5, 8)] },
    { deviceId: 'neighbour', siteId: 'far', lanes: [of(1, 5)] },
  ];

  it('goes to the site that needs it most and puts empty fast sellers first', () => {
    const lines = plannedLines(devices, false);
    expect(lines.map(({ deviceId, lane: number }) => `${deviceId} ${number}`)).toEqual([
      'urgent 3',
      'urgent 2',
      'urgent 4',
      'urgent 1',
      'neighbour 1',
      'calm 1',
    ]);
    expect(lines.map(({ planned }) => planned)).toEqual([8, 8, 6, 1, 3, 2]);
    expect(lines.filter(({ wasEmpty }) => wasEmpty)).toHaveLength(2);
  });

  it('can leave out lanes that are neither empty nor low', () => {
    expect(plannedLines(devices, true).map(({ lane: number }) => number)).toEqual([3, 2, 4]);
  });
});

describe('the trial of a lane', () => {
  it('tells a piece that fell from a motor that only turned, and from a failure', () => {
    expect(resultOf({ state: 'accepted', counted: null, reason: null })).toBeUndefined();
    expect(resultOf({ state: 'done', counted: 1, reason: null })).toEqual({ state: 'dropped', counted: 1 });
    expect(resultOf({ state: 'done', counted: 0, reason: null })).toEqual({ state: 'turned' });
    expect(resultOf({ state: 'failed', counted: 0, reason: 'jam' })).toEqual({
      state: 'failed',
      reason: 'jam',
    });
    expect(resultOf({ state: 'unknown', counted: null, reason: null })).toEqual({
      state: 'failed',
      reason: 'noAnswer',
    });
  });
});
