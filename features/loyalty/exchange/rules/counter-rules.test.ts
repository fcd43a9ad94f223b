import { expect, it } from 'vitest';
import { mostPieces } from '#features/loyalty/handover/contract.ts';
import { readScan, type WantedGood, withOne, withPieces } from './counter-rules.ts';

const good = (variantId: string) =>
  ({ variantId, goodName: variantId, variantName: '', free: 5 }) as unknown as WantedGood;
const shown = (lines: readonly WantedGood[]) => lines.map(({ variantId, pieces }) => [variantId, pieces]);

it('tells a member, a pick-up code, a number of pieces and goods apart', () => {
  const read = (text: string, hasLines = true) =>
    readScan(text, { isMemberCode: (one) => one.startsWith('CYM'), hasLines });
  expect(read(' CYMabc ')).toEqual({ kind: 'member', code: 'CYMabc' });
  expect(read('CYP23456789ABCD')).toEqual({ kind: 'pickup', code: 'CYP23456789ABCD' });
  expect(read('12')).toEqual({ kind: 'pieces', pieces: 12 });
  expect(read('12', false)).toEqual({ kind: 'good', text: '12' });
  expect(read('0')).toEqual({ kind: 'good', text: '0' });
  expect(read('6970009900017')).toEqual({ kind: 'good', text: '6970009900017' });
});

it('a code scanned again is one more, and a number is about what was scanned last', () => {
  const lines = withOne(withOne(withOne([], good('cup')), good('stand')), good('cup'));
  expect(shown(lines)).toEqual([
    ['stand', 1],
    ['cup', 2],
  ]);
  expect(shown(withPieces(lines, 7))).toEqual([
    ['stand', 1],
    ['cup', 7],
  ]);
  const full = withPieces(lines, mostPieces);
  expect(shown(withOne(full, good('cup')))).toEqual([
    ['stand', 1],
    ['cup', mostPieces],
  ]);
});
