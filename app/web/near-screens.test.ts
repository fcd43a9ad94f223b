import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Screen } from '#kit/contract/screen.ts';
import { editDistance, nearScreens } from './near-screens.ts';

const screens = (['/home', '/managezzh', '/managejms', '/account_job', '/redPacket/:id'] as const).map(
  (path): Screen => ({
    path,
    title: path,
    audience: 'staff',
    depth: 1,
    load: () => Promise.reject(new Error('not loaded in this test')),
  }),
);
const near = (path: string) => nearScreens(path, screens).map((screen) => screen.path);

describe('a mistyped path', () => {
  test('finds the page that was meant first', () => {
    expect(near('/hmoe')[0]).toBe('/home');
    expect(near('/managezh')[0]).toBe('/managezzh');
    expect(near('/ACCOUNT_JOB/')[0]).toBe('/account_job');
    expect(near('/account')[0]).toBe('/account_job');
  });

  test('that is like nothing finds nothing', () => {
    expect(near('/xxxxxxxxxxxxxxxxxxxxxxxx')).toEqual([]);
  });

  test('never finds a page that needs a parameter', () => {
    expect(near('/redPacket/:id')).not.toContain('/redPacket/:id');
  });
});

describe('edit distance', () => {
  test('is zero for the same word and counts a swap as one', () => {
    expect(editDistance('home', 'home')).toBe(0);
    expect(editDistance('hmoe', 'home')).toBe(1);
    expect(editDistance('', 'abc')).toBe(3);
  });

  test('is the same both ways and never more than the longer word', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
    );
  });
});
