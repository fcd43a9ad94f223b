/** What folding looks at: the shares of one site and day are posted one after another. */
export interface Foldable {
  kind: string;
  note: Record<string, unknown>;
  /** of the line in its account */
  place: number;
}

/**
 * No more lines than the shortest page has: every page has something to show, and a page sees where the lines at its edges
 * belong by looking so far beyond them. So the same lines are together whatever the size of a page, and in an export.
 */
export const foldedAtMost = 10;
export const beyondEdge = foldedAtMost - 1;

const runOf = ({ kind, note, place }: Foldable): string | undefined =>
  kind === 'share' && typeof note.siteId === 'string' && typeof note.day === 'string'
    ? `${note.siteId} ${note.day} ${Math.floor((place - 1) / foldedAtMost)}`
    : undefined;

/** Neighbouring shares of one run together, everything else alone, in the order they came. */
export function foldShares<L extends Foldable>(lines: readonly L[]): L[][] {
  const groups: L[][] = [];
  let open: string | undefined;
  for (const line of lines) {
    const run = runOf(line);
    if (run !== undefined && run === open) groups.at(-1)?.push(line);
    else groups.push([line]);
    open = run;
  }
  return groups;
}

/**
 * Of lines that reach beyond a page: the groups that belong to it, whole. `lead` lines stand before it. A page by its number
 * has the groups that end on it, so that the last line of all is on the last page; who reads on from a line already has the
 * group of that line, and gets those that begin after it.
 */
export function groupsOfPage<L extends Foldable>(
  lines: readonly L[],
  { lead, size, by }: { lead: number; size: number; by: 'number' | 'line' },
): L[][] {
  let next = 0;
  return foldShares(lines).filter((group) => {
    const begins = next;
    next += group.length;
    const at = by === 'number' ? next - 1 : begins;
    return at >= lead && at < lead + size;
  });
}
