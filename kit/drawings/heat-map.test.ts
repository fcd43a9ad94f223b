import { expect, it } from 'vitest';
import { heatLevel } from './heat-map.tsx';

it('the most is the darkest, nothing and less than nothing are empty, and a little is never nothing', () => {
  expect(heatLevel(100, 100)).toBe(5);
  expect(heatLevel(1, 100)).toBe(1);
  expect(heatLevel(20, 100)).toBe(1);
  expect(heatLevel(21, 100)).toBe(2);
  expect([heatLevel(0, 100), heatLevel(-5, 100), heatLevel(null, 100), heatLevel(0, 0)]).toEqual([
    0, 0, 0, 0,
  ]);
});
