/*
 * What a report says of some machines and some days. What is counted is added up by features/selling/figures; everything else
 * follows from it here, once for pages, files and tests.
 */

/** Counted, and so sums of anything finer. */
export interface Tally {
  orders: number;
  grossFen: number;
  refundFen: number;
  feeFen: number;
  coinsIn: number;
  coinsOut: number;
  plays: number;
  wins: number;
  giftCostFen: number;
  /** of others in what was earned, after later refunds */
  sharesFen: number;
  /** on how many days how many machines stood there */
  machineDays: number;
}

export interface BusinessFigures extends Tally {
  /** before fees: `features/selling/figures/rules/income-rules.ts` */
  incomeFen: number;
  /** after fees */
  netFen: number;
  /** what is left after fees, shares and prizes */
  marginFen: number;
  /** of income, in hundredths of a percent; null where there was none */
  marginRatio: number | null;
  /** null where no machine stood */
  perMachineDayFen: number | null;
}

export const nothing = (): Tally => ({
  orders: 0,
  grossFen: 0,
  refundFen: 0,
  feeFen: 0,
  coinsIn: 0,
  coinsOut: 0,
  plays: 0,
  wins: 0,
  giftCostFen: 0,
  sharesFen: 0,
  machineDays: 0,
});

export function addTo(sum: Tally, part: Partial<Tally>): Tally {
  for (const [name, amount] of Object.entries(part)) sum[name as keyof Tally] += amount;
  return sum;
}

export function figuresOf(tally: Tally): BusinessFigures {
  const incomeFen = tally.grossFen - tally.refundFen;
  const netFen = incomeFen - tally.feeFen;
  const marginFen = netFen - tally.sharesFen - tally.giftCostFen;
  return {
    ...tally,
    incomeFen,
    netFen,
    marginFen,
    marginRatio: incomeFen > 0 ? Math.round((marginFen / incomeFen) * 10_000) : null,
    perMachineDayFen: tally.machineDays > 0 ? Math.round(incomeFen / tally.machineDays) : null,
  };
}
