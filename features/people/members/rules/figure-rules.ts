interface Visitors {
  members: number;
  paidFen: number;
}

export const sumOf = (rows: readonly Visitors[]): Visitors => ({
  members: rows.reduce((sum, { members }) => sum + members, 0),
  paidFen: rows.reduce((sum, { paidFen }) => sum + paidFen, 0),
});

interface Levelled extends Visitors {
  levelId: string | null;
  levelName: string | null;
  rank: number | null;
}

/** The highest level first, those without any last. */
export function levelSums(rows: readonly Levelled[]) {
  const byLevel = [...Map.groupBy(rows, ({ levelId }) => levelId).values()];
  return byLevel
    .toSorted(([a], [b]) => (b?.rank ?? -1) - (a?.rank ?? -1))
    .map((own) => ({
      levelId: own[0]?.levelId ?? null,
      levelName: own[0]?.levelName ?? null,
      ...sumOf(own),
    }));
}

/** A row for each week; it has as many places as weeks have begun since. */
export function cohortsOf(
  mondays: readonly string[],
  joined: ReadonlyMap<string, number>,
  cameBack: readonly { day: string; weeks: number; members: number }[],
) {
  const places = new Map(cameBack.map(({ day, weeks, members }) => [`${day} ${weeks}`, members]));
  return mondays.map((day, index) => ({
    day,
    joined: joined.get(day) ?? 0,
    weeks: Array.from({ length: mondays.length - index }, (_, week) => places.get(`${day} ${week}`) ?? 0),
  }));
}
