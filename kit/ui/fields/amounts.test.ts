import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { basisPointsOf, fenOf, percentText, yuanText } from './amounts.ts';

describe('a money field', () => {
  test('shows every amount of fen so that reading it back gives the same amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999_99, max: 99_999_999_99 }), (fen) => {
        expect(fenOf(yuanText(fen))).toBe(fen);
      }),
    );
  });

  test('reads yuan as people type them', () => {
    expect(fenOf('12')).toBe(1200);
    expect(fenOf('12.5')).toBe(1250);
    expect(fenOf('0.07')).toBe(7);
    expect(fenOf('1,200.30')).toBe(120_030);
  });

  test('is empty without a value, and hands nonsense to the schema instead of guessing', () => {
    expect(yuanText(undefined)).toBe('');
    expect(fenOf('  ')).toBeUndefined();
    for (const text of ['1.234', 'abc', '1.2.3', '-']) expect(fenOf(text)).toBeNaN();
  });

  test('shows whole yuan without decimals', () => {
    expect(yuanText(129_900)).toBe('1299');
    expect(yuanText(129_950)).toBe('1299.50');
  });
});

describe('a percent field', () => {
  test('shows every value so that reading it back gives the same value', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000, max: 1_000_000 }), (basisPoints) => {
        expect(basisPointsOf(percentText(basisPoints))).toBe(basisPoints);
      }),
    );
  });

  test('keeps hundredths exact where floating point would not', () => {
    expect(basisPointsOf('0.07')).toBe(7);
    expect(basisPointsOf('12.29')).toBe(1229);
    expect(percentText(1230)).toBe('12.3');
    expect(percentText(10_000)).toBe('100');
  });

  test('refuses a third decimal', () => {
    expect(basisPointsOf('1.005')).toBeNaN();
  });
});
