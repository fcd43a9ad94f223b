import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'qrcode';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Codes, readCode, takeReader } from './read-codes.ts';

beforeAll(() => {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  takeReader({ bytes: new Uint8Array(readFileSync(path)).buffer });
});

type Dark = (x: number, y: number) => boolean;

/** A picture as a camera might see it: grey on grey, with a border. */
function picture(width: number, height: number, dark: Dark): ImageData {
  const border = 40;
  const size = { width: width + 2 * border, height: height + 2 * border };
  const data = new Uint8ClampedArray(size.width * size.height * 4).fill(255);
  for (let y = 0; y < size.height; y += 1)
    for (let x = 0; x < size.width; x += 1) {
      const [inX, inY] = [x - border, y - border];
      const isDark = inX >= 0 && inY >= 0 && inX < width && inY < height && dark(inX, inY);
      data.fill(isDark ? 40 : 215, (y * size.width + x) * 4, (y * size.width + x) * 4 + 3);
    }
  return { data, ...size, colorSpace: 'srgb' } as ImageData;
}

function qr(text: string, modulePx = 5): ImageData {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const side = modules.size * modulePx;
  return picture(side, side, (x, y) => {
    return modules.get(Math.floor(y / modulePx), Math.floor(x / modulePx)) === 1;
  });
}

/** The bars of goods as the standard draws them, one sign a module; written apart from the reader. */
const left = '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011'.split(' ');
const right = left.map((bits) => [...bits].map((bit) => (bit === '0' ? '1' : '0')).join(''));
const even = right.map((bits) => [...bits].reverse().join(''));
const parity = 'LLLLLL LLGLGG LLGGLG LLGGGL LGLLGG LGGLLG LGGGLL LGLGLG LGLGGL LGGLGL'.split(' ');

function ean(code: string): string {
  const digits = [...code].map(Number);
  const half = code.length === 13 ? 6 : 4;
  const signs = code.length === 13 ? parity[digits[0]!]! : 'LLLL';
  const own = code.length === 13 ? digits.slice(1) : digits;
  const first = own.slice(0, half).map((digit, place) => (signs[place] === 'L' ? left : even)[digit]);
  const second = own.slice(half).map((digit) => right[digit]);
  return `101${first.join('')}01010${second.join('')}101`;
}

/** Code 128 of an even number of digits: set C, the widths of bars and gaps as the standard lists them. */
const widthsOf: Record<number, string> = {
  12: '112232',
  34: '131123',
  56: '331121',
  44: '132131',
  105: '211232',
};
const stop = '2331112';
function code128(digits: string): string {
  const pairs = (digits.match(/../g) ?? []).map(Number);
  const check = pairs.reduce((sum, value, place) => sum + value * (place + 1), 105) % 103;
  const signs = [105, ...pairs, check].map((value) => {
    const widths = widthsOf[value];
    if (!widths) throw new Error(`the test has no bars for ${value}`);
    return widths;
  });
  return [...signs.join(''), ...stop]
    .map((width, place) => (place % 2 === 0 ? '1' : '0').repeat(Number(width)))
    .join('');
}

const bars = (bits: string, { scale = 3, reversed = false } = {}): ImageData => {
  const drawn = reversed ? [...bits].reverse().join('') : bits;
  return picture(drawn.length * scale, 90, (x) => drawn[Math.floor(x / scale)] === '1');
};

/** The same, turned by a quarter: a phone held across. */
function turned({ data, width, height }: ImageData): ImageData {
  const out = new Uint8ClampedArray(data.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [from, to] = [(y * width + x) * 4, (x * height + (height - 1 - y)) * 4];
      out.set(data.subarray(from, from + 4), to);
    }
  return { data: out, width: height, height: width, colorSpace: 'srgb' } as ImageData;
}

const read = (one: ImageData, codes: Codes = 'all') => readCode(one, codes);

describe('codes in a picture', () => {
  it.each(['https://play.example.com/index?equipmentId=CW10001&s=q1W2e3R4t5', '娃娃机 3 号'])(
    'QR: %s',
    async (text) => {
      expect(await read(qr(text), 'qr')).toBe(text);
      expect(await read(qr(text))).toBe(text);
      expect(await read(turned(qr(text)), 'qr')).toBe(text);
    },
  );

  it.each(['6901234567892', '4006381333931', '0012345678905', '96385074'])('EAN: %s', async (code) => {
    expect(await read(bars(ean(code)))).toBe(code);
    expect(await read(bars(ean(code), { scale: 2, reversed: true }))).toBe(code);
    expect(await read(turned(bars(ean(code))))).toBe(code);
  });

  it('Code 128', async () => {
    expect(await read(bars(code128('123456')))).toBe('123456');
  });

  it('bars are no answer to who asks for a QR code', async () => {
    expect(await read(bars(ean('6901234567892')), 'qr')).toBeUndefined();
  });

  it('nothing is read where nothing is, nor where the check digit is wrong', async () => {
    expect(await read(picture(200, 200, () => false))).toBeUndefined();
    expect(await read(picture(210, 90, (x) => x % 7 < 3))).toBeUndefined();
    expect(await read(bars(ean('6901234567893')))).toBeUndefined();
  });
});
