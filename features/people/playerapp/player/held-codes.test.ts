import { expect, it } from 'vitest';
import { heldCodes, shownCode } from './held-codes.ts';

const held = heldCodes(
  [
    { code: 'first', startsInMs: -10_000, endsInMs: 20_000 },
    { code: 'second', startsInMs: 20_000, endsInMs: 50_000 },
  ],
  1000,
);

it('shows each code in its half minute, without asking anybody in between', () => {
  expect(shownCode(held, 1000)?.code).toBe('first');
  expect(shownCode(held, 20_999)?.code).toBe('first');
  expect(shownCode(held, 21_000)?.code).toBe('second');
});

it('shows none that is over', () => {
  expect(shownCode(held, 51_000)).toBeUndefined();
  expect(shownCode([], 0)).toBeUndefined();
});
