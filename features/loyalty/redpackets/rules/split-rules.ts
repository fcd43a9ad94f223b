/** So much for all packets together, so many packets, and what one of them is at least and at most. */
export interface Splitting {
  total: number;
  pieces: number;
  least: number;
  most: number;
}

/** Why a budget can not be divided like that. */
export function splitProblem({ total, pieces, least, most }: Splitting): 'tooSmall' | 'tooLarge' | undefined {
  if (total < pieces * least) return 'tooSmall';
  return total > pieces * most ? 'tooLarge' : undefined;
}

/**
 * Divides by chance: each packet is drawn up to twice what is left for each, so all packets have the same mean, and none is
 * so large or small that the rest could not be divided any more. The last one is what is left: the sum is exact.
 * `random` answers a number from 0 to below 1.
 */
export function splitByChance(splitting: Splitting, random: () => number): number[] {
  const { total, pieces, least, most } = splitting;
  const problem = splitProblem(splitting);
  if (problem) throw new RangeError(`${total} for ${pieces} packets: ${problem}`);
  const packets: number[] = [];
  let left = total;
  for (let rest = pieces; rest > 1; rest--) {
    const low = Math.max(least, left - most * (rest - 1));
    const high = Math.min(most, left - least * (rest - 1));
    const usual = Math.max(low, Math.min(high, Math.floor((2 * left) / rest) - least));
    const amount = low + Math.floor(random() * (usual - low + 1));
    packets.push(amount);
    left -= amount;
  }
  return [...packets, left];
}

export const splitEvenly = (each: number, pieces: number): number[] =>
  Array.from({ length: pieces }, () => each);
