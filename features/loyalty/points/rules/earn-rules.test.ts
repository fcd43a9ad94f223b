import { describe, expect, it } from 'vitest';
import { pointsFor, type Rate, rateOf, worthOf } from './earn-rules.ts';

const usual = { perYuan: 2, perCoin: 1 };
const rates: Rate[] = [
  { kind: 'site', subjectId: 'mall', perYuan: 5, perCoin: 0 },
  { kind: 'level', subjectId: 'gold', percent: 150 },
];
const at = (siteId: string, levelId: string | null = null, unit: 'fen' | 'coin' = 'fen') =>
  rateOf(usual, rates, { unit, siteId, levelId });

describe('what is earned', () => {
  it('is the usual rate, or the one of the site', () => {
    expect(pointsFor('fen', 1000, at('park'))).toBe(20);
    expect(pointsFor('fen', 1000, at('mall'))).toBe(50);
    expect(pointsFor('coin', 7, at('park', null, 'coin'))).toBe(7);
    expect(pointsFor('coin', 7, at('mall', null, 'coin'))).toBe(0);
  });

  it('is more for a level that gets more', () => {
    expect(pointsFor('fen', 1000, at('park', 'gold'))).toBe(30);
    expect(pointsFor('fen', 1000, at('park', 'silver'))).toBe(20);
  });

  it('has no parts of a point, and less is never more', () => {
    expect(pointsFor('fen', 149, at('park'))).toBe(2);
    for (let kept = 1; kept < 500; kept++)
      expect(pointsFor('fen', kept - 1, at('park', 'gold'))).toBeLessThanOrEqual(
        pointsFor('fen', kept, at('park', 'gold')),
      );
  });

  it('is worth what a hundred of it are worth', () => {
    expect(worthOf(12_345, 100)).toBe(12_345);
    expect(worthOf(50, 33)).toBe(17);
  });
});
