/**
 * Plays that were given lie in several places: gifts, cards, days. So many are taken out of them, or put back into them, one
 * after the other in the order of the list, from none more than is free there. `missing`: what found no place.
 */
export function spreadPlays<T>(
  plays: number,
  places: readonly T[],
  freeIn: (place: T) => number,
): { parts: { place: T; plays: number }[]; missing: number } {
  let missing = plays;
  const parts = places.flatMap((place) => {
    const here = Math.min(missing, Math.max(0, freeIn(place)));
    missing -= here;
    return here > 0 ? [{ place, plays: here }] : [];
  });
  return { parts, missing };
}
