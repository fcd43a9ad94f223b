export interface Limits {
  perPlayer: number | null;
  perPlayerDay: number | null;
  perDay: number | null;
}

/** Pieces that are kept or have left: of this player ever and on the day, and of all players on the day. */
export interface Taken {
  own: number;
  ownToday: number;
  today: number;
}

export const isLimited = ({ perPlayer, perPlayerDay, perDay }: Limits): boolean =>
  (perPlayer ?? perPlayerDay ?? perDay) !== null;

/** How many more the player may have, and which limit says so; undefined: there is no limit. */
export function leftOf(
  { perPlayer, perPlayerDay, perDay }: Limits,
  taken: Taken,
): { why: keyof Limits; left: number } | undefined {
  const rests = (
    [
      ['perPlayer', perPlayer, taken.own],
      ['perPlayerDay', perPlayerDay, taken.ownToday],
      ['perDay', perDay, taken.today],
    ] as const
  ).flatMap(([why, most, had]) => (most === null ? [] : [{ why, left: Math.max(0, most - had) }]));
  return rests.toSorted((a, b) => a.left - b.left)[0];
}
