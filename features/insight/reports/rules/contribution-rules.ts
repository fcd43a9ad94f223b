export interface Contribution {
  key: string;
  nowFen: number;
  beforeFen: number;
  changeFen: number;
}

/**
 * What a change of the whole is made of, the largest first, whichever way it went; what is beyond the first few is one
 * sum, so that all of them together are the whole change.
 */
export function contributionsOf(
  now: ReadonlyMap<string, number>,
  before: ReadonlyMap<string, number>,
  most = 3,
): { largest: Contribution[]; restFen: number } {
  const all = [...new Set([...now.keys(), ...before.keys()])]
    .map((key) => {
      const [nowFen, beforeFen] = [now.get(key) ?? 0, before.get(key) ?? 0];
      return { key, nowFen, beforeFen, changeFen: nowFen - beforeFen };
    })
    .filter(({ changeFen }) => changeFen !== 0)
    .sort((a, b) => Math.abs(b.changeFen) - Math.abs(a.changeFen) || (a.key < b.key ? -1 : 1));
  return {
    largest: all.slice(0, most),
    restFen: all.slice(most).reduce((sum, { changeFen }) => sum + changeFen, 0),
  };
}
