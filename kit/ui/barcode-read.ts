/**
 * Reads EAN-13 (UPC-A is one that begins with 0) and EAN-8 out of a picture, where the browser has no reader of its own.
 * A code is taken when a row of the picture holds all its bars and its check digit agrees.
 */

/** Widths of space, bar, space, bar of each digit, in modules; the right half has the same with colours changed. */
const oddWidths = ['3211', '2221', '2122', '1411', '1132', '1231', '1114', '1312', '1213', '3112'];
const evenWidths = oddWidths.map((widths) => [...widths].reverse().join(''));
/** Which digits of the left half are even tells the first digit of thirteen. */
const parities = [
  'oooooo',
  'ooeoee',
  'ooeeoe',
  'ooeeeo',
  'oeooee',
  'oeeooe',
  'oeeeoo',
  'oeoeoe',
  'oeoeeo',
  'oeeoeo',
];

const modulesOfDigit = 7;
const guard = 3;
const middle = 5;
const rowsTried = 24;

interface Digit {
  value: number;
  even: boolean;
}

/** The digit whose widths these four runs are, if they are those of any. */
function digitOf(runs: readonly number[], at: number): Digit | undefined {
  const four = runs.slice(at, at + 4);
  const total = four.reduce((sum, run) => sum + run, 0);
  if (four.length < 4 || total === 0) return undefined;
  const widths = four.map((run) => Math.round((run * modulesOfDigit) / total)).join('');
  const odd = oddWidths.indexOf(widths);
  if (odd >= 0) return { value: odd, even: false };
  const even = evenWidths.indexOf(widths);
  return even >= 0 ? { value: even, even: true } : undefined;
}

function digitsAt(runs: readonly number[], at: number, count: number): Digit[] | undefined {
  const found: Digit[] = [];
  for (let place = 0; place < count; place += 1) {
    const digit = digitOf(runs, at + place * 4);
    if (!digit) return undefined;
    found.push(digit);
  }
  return found;
}

/** The last digit makes the weighted sum a multiple of ten. */
export function checksOut(code: string): boolean {
  const digits = [...code].map(Number).reverse();
  return digits.reduce((sum, digit, place) => sum + digit * (place % 2 === 0 ? 1 : 3), 0) % 10 === 0;
}

/** A code of which each half has so many digits, whose first bar is this run. */
function codeAt(runs: readonly number[], at: number, half: 4 | 6): string | undefined {
  const left = digitsAt(runs, at + guard, half);
  const right = left && digitsAt(runs, at + guard + half * 4 + middle, half);
  if (!left || !right || right.some(({ even }) => even)) return undefined;
  const first =
    half === 6 ? parities.indexOf(left.map(({ even }) => (even ? 'e' : 'o')).join('')) : undefined;
  if (first === -1 || (half === 4 && left.some(({ even }) => even))) return undefined;
  const code = `${first ?? ''}${[...left, ...right].map(({ value }) => value).join('')}`;
  return checksOut(code) ? code : undefined;
}

/** Lengths of dark and light runs of a row; the first one is light. */
export function runsOf(dark: readonly boolean[]): number[] {
  const runs: number[] = [];
  let now = false;
  let length = 0;
  for (const isDark of dark) {
    if (isDark !== now) {
      runs.push(length);
      now = isDark;
      length = 0;
    }
    length += 1;
  }
  runs.push(length);
  return runs;
}

/** The code that a row of runs holds. Bars stand at odd places, because the first run is light. */
export function codeInRuns(runs: readonly number[]): string | undefined {
  for (let at = 1; at < runs.length; at += 2) {
    const found = codeAt(runs, at, 6) ?? codeAt(runs, at, 4);
    if (found) return found;
  }
  return undefined;
}

/** Dark is what lies below the middle of the row's lightest and darkest. */
function darkOf(data: Uint8ClampedArray, width: number, row: number): boolean[] {
  const lights = Array.from({ length: width }, (_, x) => {
    const at = (row * width + x) * 4;
    return data[at]! * 3 + data[at + 1]! * 6 + data[at + 2]!;
  });
  const threshold = (Math.min(...lights) + Math.max(...lights)) / 2;
  return lights.map((light) => light < threshold);
}

/** Pixels are red, green, blue and alpha, row by row. Rows are tried from the middle outwards, and upside down. */
export function readBarcode(data: Uint8ClampedArray, width: number, height: number): string | undefined {
  for (let step = 0; step < rowsTried; step += 1) {
    const away = Math.ceil(step / 2) * (step % 2 === 0 ? 1 : -1);
    const row = Math.floor(height / 2 + (away * height) / (rowsTried + 2));
    const runs = runsOf(darkOf(data, width, row));
    const backwards = runs.length % 2 === 0 ? [0, ...runs.toReversed()] : runs.toReversed();
    const found = codeInRuns(runs) ?? codeInRuns(backwards);
    if (found) return found;
  }
  return undefined;
}
