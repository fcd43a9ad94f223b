import { expect, it } from 'vitest';
import { changeOf, likelyCash } from '../rules/change-rules.ts';

it('gives back what is too much and says what is missing, never less than nothing', () => {
  expect(changeOf(700, 1000)).toEqual({ backFen: 300, missingFen: 0 });
  expect(changeOf(700, 700)).toEqual({ backFen: 0, missingFen: 0 });
  expect(changeOf(700, 500)).toEqual({ backFen: 0, missingFen: 200 });
});

it('offers the price itself and the next notes above it', () => {
  expect(likelyCash(700)).toEqual([700, 1000, 2000, 5000]);
  expect(likelyCash(10_000)).toEqual([10_000]);
});
