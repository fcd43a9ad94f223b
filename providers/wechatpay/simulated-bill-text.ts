import { inChina } from '#kit/kernel/time.ts';

/** A bill as text; undefined: nothing happened that day, and then there is no file. */
export type BillText = string | undefined;

/** Lines of a bill: a head, cells each behind a backtick (so that no table program reads a number as one), then a sum. */
export const billText = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
  sumHead: readonly string[],
  sums: readonly string[],
): BillText => {
  if (rows.length === 0) return undefined;
  const ticked = (cells: readonly string[]) => cells.map((cell) => `\`${cell}`).join(',');
  const lines = [head.join(','), ...rows.map(ticked), sumHead.join(','), ticked(sums)];
  return `\uFEFF${lines.map((line) => `${line}\r\n`).join('')}`;
};

/** yyyy-mm-dd hh:mm:ss where the platform stands */
export const billTime = (at: Date): string => inChina(at).toISOString().slice(0, 19).replace('T', ' ');
export const yuan = (fen: number): string => (fen / 100).toFixed(2);
/** What the platform keeps of a payment: 0.60 % */
export const feeRate = 0.006;
