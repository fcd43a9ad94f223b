import { describe, expect, it } from 'vitest';
import { maxPieces } from '../contract/records.ts';
import { assertFits, stateOf, stockAfter } from '../rules/stock-rules.ts';

describe('a stock', () => {
  it('is empty at nothing, low at its threshold, else enough', () => {
    expect(stateOf({ stock: 0, alarmThreshold: 0 })).toBe('empty');
    expect(stateOf({ stock: 1, alarmThreshold: 0 })).toBe('ok');
    expect(stateOf({ stock: 5, alarmThreshold: 5 })).toBe('low');
    expect(stateOf({ stock: 6, alarmThreshold: 5 })).toBe('ok');
  });

  it('follows what staff book, and says why it can not', () => {
    const gift = { name: 'Bear', stock: 10 };
    expect(stockAfter(gift, { kind: 'in', amount: 5 })).toBe(15);
    expect(stockAfter(gift, { kind: 'out', amount: 4, note: 'broken' })).toBe(6);
    expect(stockAfter(gift, { kind: 'correct', amount: 0, note: 'counted' })).toBe(0);
    expect(() => stockAfter(gift, { kind: 'in', amount: 0 })).toThrow('kit:validation.tooSmall');
    expect(() => stockAfter(gift, { kind: 'out', amount: 1 })).toThrow('gifts:error.reasonNeeded');
    expect(() => stockAfter(gift, { kind: 'out', amount: 11, note: 'x' })).toThrow(
      'gifts:error.warehouseShort',
    );
    expect(() => stockAfter(gift, { kind: 'in', amount: maxPieces })).toThrow('kit:validation.tooBig');
  });

  it('must fit on top of what lies there', () => {
    expect(() => assertFits(4, 2, 6)).not.toThrow();
    expect(() => assertFits(4, 3, 6)).toThrow('gifts:error.overCapacity');
  });
});
