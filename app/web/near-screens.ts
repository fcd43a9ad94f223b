import type { Screen } from '#kit/contract/screen.ts';

/** Edits (insert, delete, replace, swap of neighbours) that turn one word into the other. */
export function editDistance(from: string, to: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let best = Math.min(
        previous[column]! + 1,
        line[column - 1]! + 1,
        previous[column - 1]! + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1])
        best = Math.min(best, beforePrevious[column - 2]! + 1);
      line.push(best);
    }
    beforePrevious = previous;
    previous = line;
  }
  return previous[to.length]!;
}

const maxShareWrong = 0.5;

/** Screens whose path looks like a mistyped one, the likeliest first. Paths with parameters can not be linked to. */
export function nearScreens<S extends Screen>(pathname: string, screens: readonly S[], count = 3): S[] {
  const wanted = pathname.toLowerCase().replace(/\/+$/, '');
  return screens
    .filter((screen) => !screen.path.includes(':'))
    .map((screen) => {
      const path = screen.path.toLowerCase();
      const contained = wanted.length > 3 && path.includes(wanted.slice(1)) ? 1 : Number.POSITIVE_INFINITY;
      return { screen, distance: Math.min(editDistance(wanted, path), contained) };
    })
    .filter(({ screen, distance }) => distance <= Math.max(2, screen.path.length * maxShareWrong))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ screen }) => screen);
}
