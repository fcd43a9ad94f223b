import { expect, it } from 'vitest';
import { thresholdMeans } from '../rules/consequence-rules.ts';

it('a threshold says hours, or what it means where a common win rate is set', () => {
  expect(thresholdMeans('minutes', 145)?.params).toEqual({ timeMs: 145 * 60_000 });
  expect(thresholdMeans('minutes', 30)).toBeUndefined();
  expect(thresholdMeans('percent', 150)?.params).toEqual({ setBasisPoints: 300, reachedBasisPoints: 450 });
  expect(thresholdMeans('plays', 150)?.params).toEqual({ setBasisPoints: 300, plays: 150, prizes: 5 });
  expect(thresholdMeans('plays', undefined)).toBeUndefined();
});
