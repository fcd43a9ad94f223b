import { expect, it } from 'vitest';
import { lanePast } from '../demo/lane-past.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 1, hour));

it('each prize is a piece of the next lane, and a visit fills what is missing', () => {
  const { events, stocks } = lanePast([2, 1], {
    visits: [at(1), at(9)],
    prizes: [at(2), at(3), at(4), at(5), at(10)],
  });
  expect(
    events.map(({ kind, position, stockBefore, stockAfter }) => [kind, position, stockBefore, stockAfter]),
  ).toEqual([
    ['load', 0, 0, 2],
    ['load', 1, 0, 1],
    ['sold', 0, 2, 1],
    ['sold', 1, 1, 0],
    ['sold', 0, 1, 0],
    ['load', 0, 0, 2],
    ['load', 1, 0, 1],
    ['sold', 1, 1, 0],
  ]);
  expect(stocks).toEqual([2, 0]);
});
