import { expect, it } from 'vitest';
import { beyondEdge, foldShares, groupsOfPage } from '../rules/fold-shares.ts';

const share = (siteId: string, day: string, place = 1) => ({ kind: 'share', note: { siteId, day }, place });
const other = { kind: 'settlement', note: { siteId: 'a', day: '2026-11-15' }, place: 1 };

it('puts neighbouring shares of one site and day together, and nothing else', () => {
  const lines = [
    share('a', '2026-11-15'),
    share('a', '2026-11-15'),
    share('b', '2026-11-15'),
    share('b', '2026-11-14'),
    other,
    share('b', '2026-11-14'),
    other,
    other,
  ];
  const groups = foldShares(lines);
  expect(groups.map((group) => group.length)).toEqual([2, 1, 1, 1, 1, 1, 1]);
  expect(groups.flat()).toEqual(lines);
});

it('leaves shares alone that do not say of which run they are', () => {
  const bare = { kind: 'share', note: {}, place: 1 };
  expect(foldShares([bare, bare])).toHaveLength(2);
});

it('has the same groups on pages of every size, and something on each', () => {
  const lines = Array.from({ length: 137 }, (_, index) =>
    index % 31 < 24
      ? share('a', `2026-11-${10 + Math.floor(index / 31)}`, 137 - index)
      : { ...other, place: 137 - index },
  );
  const pages = (size: number) =>
    Array.from({ length: Math.ceil(lines.length / size) }, (_, page) => {
      const lead = Math.min(page * size, beyondEdge);
      const from = page * size - lead;
      const seen = lines.slice(from, from + size + 2 * beyondEdge);
      return groupsOfPage(seen, { lead, size, by: 'number' });
    });
  const whole = pages(1000).flat();
  expect(whole.flat()).toEqual(lines);
  for (const size of [10, 20, 50]) {
    expect(pages(size).flat()).toEqual(whole);
    expect(pages(size).every((groups) => groups.length > 0)).toBe(true);
  }
});

it('shows the last group on the last page, also where all of that page belongs to it', () => {
  const lines = Array.from({ length: 13 }, (_, index) =>
    index < 5 ? { ...other, place: 13 - index } : share('a', '2026-11-15', 13 - index),
  );
  const last = groupsOfPage(lines.slice(1), { lead: 9, size: 10, by: 'number' });
  expect(last).toEqual([lines.slice(5)]);
  expect(groupsOfPage(lines, { lead: 0, size: 10, by: 'number' })).toEqual(
    lines.slice(0, 5).map((line) => [line]),
  );
});

it('reads on from a line without its group again', () => {
  const lines = [...Array.from({ length: 8 }, (_, index) => share('a', '2026-11-15', 10 - index)), other];
  // the newest line of the group is the one that was seen
  expect(groupsOfPage(lines, { lead: 1, size: 10, by: 'line' })).toEqual([[other]]);
});
