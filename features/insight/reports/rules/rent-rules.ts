/** What each machine of a site bears of its rent, by the days it stood there; together they bear all of it. */
export function splitRent(rentFen: number, machineDays: ReadonlyMap<string, number>): Map<string, number> {
  const all = [...machineDays.values()].reduce((sum, days) => sum + days, 0);
  const parts = new Map<string, number>();
  let days = 0;
  let givenFen = 0;
  for (const [id, count] of [...machineDays].sort(([a], [b]) => (a < b ? -1 : 1))) {
    days += count;
    const untilFen = all > 0 ? Math.round((rentFen * days) / all) : 0;
    parts.set(id, untilFen - givenFen);
    givenFen = untilFen;
  }
  return parts;
}
