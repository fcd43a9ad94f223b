import type { FigureWay, IncomeSource } from '../contract/measures.ts';

/*
 * What income of a day is, for every page that says the word (docs/money.md, "Income of a day"): what was delivered that
 * day for money, no matter who collected it, less what was given back of it that day, and the cash that machines took.
 */

/** Paid by phone that very moment; the balance was paid in before. */
export const onlinePayWays = ['wechat', 'alipay'] as const satisfies readonly FigureWay[];

export interface IncomeSum {
  /** of which something was delivered */
  orders: number;
  grossFen: number;
  refundFen: number;
  feeFen: number;
}

export interface IncomeLine extends IncomeSum {
  siteId: string | null;
  /** of business */
  day: string;
  source: IncomeSource;
}

const nothing: IncomeSum = { orders: 0, grossFen: 0, refundFen: 0, feeFen: 0 };

/** The one word "income": before fees. */
export const incomeFen = ({ grossFen, refundFen }: Pick<IncomeSum, 'grossFen' | 'refundFen'>): number =>
  grossFen - refundFen;

export function sumOf(lines: readonly IncomeSum[]): IncomeSum & { incomeFen: number; netFen: number } {
  const sum = { ...nothing };
  for (const line of lines) {
    sum.orders += line.orders;
    sum.grossFen += line.grossFen;
    sum.refundFen += line.refundFen;
    sum.feeFen += line.feeFen;
  }
  return { ...sum, incomeFen: incomeFen(sum), netFen: incomeFen(sum) - sum.feeFen };
}

/** The sums of lines that have something in common, by what they have in common. */
export function sumsBy<K>(lines: readonly IncomeLine[], keyOf: (line: IncomeLine) => K) {
  const groups = new Map<K, IncomeLine[]>();
  for (const line of lines) {
    const key = keyOf(line);
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  return new Map([...groups].map(([key, group]) => [key, sumOf(group)]));
}
