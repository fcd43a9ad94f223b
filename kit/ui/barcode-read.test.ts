import { describe, expect, it } from 'vitest';
import { checksOut, codeInRuns, readBarcode, runsOf } from './barcode-read.ts';

/** The bars of a code as the standard draws them, one sign a module; written apart from the reader. */
const left = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ');
const flip = (bits: string) => [...bits].map((bit) => (bit === '0' ? '1' : '0')).join('');
const right = left.map(flip);
const even = right.map((bits) => [...bits].reverse().join(''));
const parity = 'LLLLLL LLGLGG LLGGLG LLGGGL LGLLGG LGGLLG LGGGLL LGLGLG LGLGGL LGGLGL'.split(' ');

function bars(code: string): string {
  const digits = [...code].map(Number);
  const half = code.length === 13 ? 6 : 4;
  const signs = code.length === 13 ? parity[digits[0]!]! : 'LLLL';
  const own = code.length === 13 ? digits.slice(1) : digits;
  const first = own.slice(0, half).map((digit, place) => (signs[place] === 'L' ? left : even)[digit]);
  return `101${first.join('')}01010${own
    .slice(half)
    .map((digit) => right[digit])
    .join('')}101`;
}

const quiet = '0'.repeat(9);
const darks = (code: string, scale: number) =>
  [...(quiet + bars(code) + quiet)].flatMap((bit) => Array.from({ length: scale }, () => bit === '1'));

function picture(row: readonly boolean[], height: number) {
  const data = new Uint8ClampedArray(row.length * height * 4);
  for (let y = 0; y < height; y += 1)
    for (const [x, dark] of row.entries())
      data.fill(dark ? 30 : 220, (y * row.length + x) * 4, (y * row.length + x) * 4 + 4);
  return readBarcode(data, row.length, height);
}

describe('a bar code in a picture', () => {
  it.each(['6901234567892', '4006381333931', '0012345678905', '96385074'])('is read: %s', (code) => {
    expect(checksOut(code)).toBe(true);
    expect(codeInRuns(runsOf(darks(code, 3)))).toBe(code);
    expect(picture(darks(code, 2), 20)).toBe(code);
  });

  it('is read upside down', () => {
    expect(picture(darks('6901234567892', 2).toReversed(), 20)).toBe('6901234567892');
  });

  it('is not taken when its check digit is wrong, and nothing is read where there is none', () => {
    expect(picture(darks('6901234567893', 2), 20)).toBeUndefined();
    expect(
      picture(
        Array.from({ length: 200 }, (_, x) => x % 7 < 3),
        20,
      ),
    ).toBeUndefined();
    expect(
      picture(
        Array.from({ length: 200 }, () => false),
        20,
      ),
    ).toBeUndefined();
  });
});
