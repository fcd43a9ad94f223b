import { describe, expect, test } from 'vitest';
import { businessCategories } from './business-categories.ts';

const chinese = businessCategories('zh-cn');
const english = businessCategories('en-us');

describe('business categories', () => {
  test('have the eleven trades in their order', () => {
    expect(english.map((trade) => trade.name)).toEqual([
      'Catering',
      'Retail',
      'Life services',
      'Leisure and entertainment',
      'Transport and travel',
      'Medical health',
      'Living-bill payment',
      'Medical beauty',
      'Hotel and travel',
      'Education and training',
      'Fuel',
    ]);
    expect(chinese[3]?.name).toBe('休闲娱乐');
  });

  test('have no parent at the top and no children at the leaves', () => {
    for (const trade of chinese) {
      expect(trade.pcode).toBeNull();
      for (const line of trade.children ?? []) {
        expect(line).toMatchObject({ pcode: trade.code, children: null });
      }
    }
  });

  test('have 1 to 36 lines of business in each trade', () => {
    for (const trade of chinese) {
      expect(trade.children?.length).toBeGreaterThanOrEqual(1);
      expect(trade.children?.length).toBeLessThanOrEqual(36);
    }
  });

  test('have no code twice and no name twice within a trade', () => {
    const codes = chinese.flatMap((trade) => [
      trade.code,
      ...(trade.children ?? []).map((line) => line.code),
    ]);
    expect(new Set(codes).size).toBe(codes.length);
    for (const trade of [...chinese, ...english]) {
      const names = (trade.children ?? []).map((line) => line.name);
      expect(new Set(names).size).toBe(names.length);
    }
  });

  test('keep their codes when the language changes and are named in it', () => {
    const lines = (trades: typeof chinese) => trades.flatMap((trade) => [trade, ...(trade.children ?? [])]);
    expect(lines(english).map((line) => line.code)).toEqual(lines(chinese).map((line) => line.code));
    expect(lines(english).filter((line) => !/^[A-Z]/.test(line.name))).toEqual([]);
    expect(lines(chinese).filter((line) => line.name === '')).toEqual([]);
  });
});
