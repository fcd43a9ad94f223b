const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const valueOfDigit = new Map([...digits].map((digit, value) => [digit, value]));

/** The numbers of one segment of a source map: base 64, five bits to a digit, the lowest bit of a number is its sign. */
function decode(segment: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const digit of segment) {
    const bits = valueOfDigit.get(digit) ?? 0;
    value |= (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}

function encode(number: number): string {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1;
  let text = '';
  do {
    const bits = rest & 31;
    rest >>= 5;
    text += digits[rest > 0 ? bits | 32 : bits];
  } while (rest > 0);
  return text;
}

/**
 * The mappings of a source map with nothing left but where another line of the sources begins. A stack trace needs no
 * more, and the whole map of a server would cost a hundred megabytes at the first error.
 */
export function linesOnly(mappings: string): string {
  let [source, line, column] = [0, 0, 0];
  let [keptSource, keptLine, keptColumn] = [0, 0, 0];
  const thinned = (segments: string) => {
    let place = 0;
    let keptPlace = 0;
    let seen = '';
    const kept: string[] = [];
    for (const segment of segments.split(',')) {
      const [places = 0, sources, lines = 0, columns = 0] = decode(segment);
      place += places;
      if (sources === undefined) continue;
      source += sources;
      line += lines;
      column += columns;
      if (seen === `${source} ${line}`) continue;
      seen = `${source} ${line}`;
      const moved = [place - keptPlace, source - keptSource, line - keptLine, column - keptColumn];
      kept.push(moved.map(encode).join(''));
      [keptPlace, keptSource, keptLine, keptColumn] = [place, source, line, column];
    }
    return kept.join(',');
  };
  return mappings
    .split(';')
    .map((segments) => (segments ? thinned(segments) : ''))
    .join(';');
}
