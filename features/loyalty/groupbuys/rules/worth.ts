/** What a code of a deal is good for, as it was when the deal was mapped: an old code gets what it was sold for. */
export type Worth =
  | { kind: 'coin'; coins: number }
  | { kind: 'point'; points: number }
  | { kind: 'freePlay'; plays: number; days: number }
  | { kind: 'card'; cardTypeId: string; name: string }
  | { kind: 'package'; packageId: string; name: string; coins: number; points: number };

/** What one of them stands for says how much it is; the names of the others say it. */
export function amountOf(worth: Worth): number | null {
  switch (worth.kind) {
    case 'coin':
      return worth.coins;
    case 'point':
      return worth.points;
    case 'freePlay':
      return worth.plays;
    default:
      return null;
  }
}
