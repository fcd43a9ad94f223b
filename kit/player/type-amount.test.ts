import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AmountKey, amountKeys, fenOf, typeAmount } from './type-amount.ts';

const type = (keys: readonly AmountKey[], maxFen = 100_000) =>
  keys.reduce((text, key) => typeAmount(text, key, maxFen), '');

test('digits become an amount', () => {
  expect(type(['1', '2', '.', '5'])).toBe('12.5');
  expect(fenOf('12.5')).toBe(1250);
  expect(fenOf('')).toBe(0);
  expect(fenOf('3.')).toBe(300);
});

test('no second point, no third decimal, no zeros in front', () => {
  expect(type(['1', '.', '.', '2', '3', '4'])).toBe('1.23');
  expect(type(['0', '0', '7'])).toBe('7');
  expect(type(['.', '5'])).toBe('0.5');
});

test('nothing above the limit, and a way back', () => {
  expect(type(['9', '9', '9'], 5000)).toBe('9');
  expect(type(['1', '2', 'back'])).toBe('1');
  expect(type(['back'])).toBe('');
});

test('whatever is typed is an amount of whole fen within the limit', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...amountKeys)),
      fc.integer({ min: 0, max: 10_000_000 }),
      (keys, max) => {
        const fen = fenOf(type(keys, max));
        return Number.isInteger(fen) && fen >= 0 && fen <= max;
      },
    ),
  );
});
