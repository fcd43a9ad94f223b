import { describe, expect, it } from 'vitest';
import { barsOf } from './bars.tsx';
import { sparkPoints } from './sparkline.tsx';

describe('a sparkline', () => {
  it('puts the highest value at the top and the lowest at the bottom, first left and last right', () => {
    const points = sparkPoints([10, 30, 20]);
    expect(points.map(({ x }) => x)).toEqual([3, 60, 117]);
    expect(points.map(({ y }) => y)).toEqual([29, 3, 16]);
  });

  it('lies in the middle when nothing changed', () => {
    expect(sparkPoints([5, 5]).map(({ y }) => y)).toEqual([16, 16]);
  });
});

describe('bars of amounts', () => {
  it('measure against the highest and mark the last as now', () => {
    expect(barsOf([2, 4, 1])).toEqual([
      { key: 0, part: 0.5 },
      { key: 1, part: 1 },
      { key: 2, part: 0.25, tone: 'now' },
    ]);
  });

  it('stay at the ground when nothing happened', () => {
    expect(barsOf([0, 0]).map(({ part }) => part)).toEqual([0, 0]);
  });
});
