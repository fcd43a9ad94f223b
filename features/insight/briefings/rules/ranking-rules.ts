export interface Ranked {
  id: string;
  incomeFen: number;
  changeFen: number;
  perMachineDayFen: number;
}

/**
 * Places by what one machine of theirs brings in a day, so that a large site is not the best by its size alone. Where no
 * machine stood there is nothing to rank. Best and worst share nobody: of three, one is best and one is worst.
 */
export function rankPlaces(
  now: ReadonlyMap<string, number>,
  before: ReadonlyMap<string, number>,
  machineDays: ReadonlyMap<string, number>,
  most: number,
): { best: Ranked[]; worst: Ranked[]; count: number } {
  const ranked = [...machineDays]
    .filter(([id, days]) => id !== '' && days > 0)
    .map(([id, days]) => {
      const incomeFen = now.get(id) ?? 0;
      return {
        id,
        incomeFen,
        changeFen: incomeFen - (before.get(id) ?? 0),
        perMachineDayFen: Math.round(incomeFen / days),
      };
    })
    .sort((a, b) => b.perMachineDayFen - a.perMachineDayFen || (a.id < b.id ? -1 : 1));
  const each = Math.min(most, Math.floor(ranked.length / 2));
  return {
    best: ranked.slice(0, Math.max(each, Math.min(ranked.length, 1))),
    worst: each > 0 ? ranked.slice(-each).reverse() : [],
    count: ranked.length,
  };
}
