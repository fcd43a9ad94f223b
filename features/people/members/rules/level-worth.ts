interface Level {
  topUpFen: number | null;
  spendFen: number | null;
  basisPoints: number;
}

/** Ten yuan: a level is never worth nothing. */
const leastFen = 1000;

/** What a level that nobody earned is worth: what its discount saves on as much as it asks others to spend. */
export function levelWorthFen({ topUpFen, spendFen, basisPoints }: Level): number {
  const asked = Math.max(topUpFen ?? 0, spendFen ?? 0);
  return Math.max(leastFen, Math.ceil((asked * (10_000 - basisPoints)) / 10_000));
}
