/** Chance that comes again: the same seed gives the same days, on every machine. */
export interface Random {
  /** 0 ≤ x < 1 */
  next(): number;
  /** both ends included */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** waiting time until something that happens at random, `mean` apart on average */
  exponential(mean: number): number;
  hex(digits: number): string;
  /** A source of its own for a part, so that what one part draws does not shift another's. */
  fork(name: string): Random;
}

/** sfc32 (small fast counting generator), seeded from text. */
export function createRandom(seed: string): Random {
  let [a, b, c, d] = seedWords(seed);
  const word = () => {
    const result = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + result;
    c |= 0;
    return result >>> 0;
  };
  // the first words still resemble the seed
  for (let round = 0; round < 12; round++) word();
  const next = () => word() / 2 ** 32;
  return {
    next,
    int: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)] as (typeof list)[number],
    exponential: (mean) => -Math.log(1 - next()) * mean,
    hex: (digits) => Array.from({ length: digits }, () => (word() >>> 28).toString(16)).join(''),
    fork: (name) => createRandom(`${seed}/${name}`),
  };
}

/** Four words that all depend on every character (FNV-1a from four starting points). */
function seedWords(seed: string): [number, number, number, number] {
  const words: [number, number, number, number] = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35];
  for (let index = 0; index < seed.length; index++) {
    for (let word = 0; word < 4; word++)
      words[word] = Math.imul((words[word] as number) ^ (seed.charCodeAt(index) + word), 0x01000193);
  }
  return words;
}
