/** Money is an integer number of fen everywhere; yuan exist only on screens. */
export function formatFen(fen: number): string {
  const sign = fen < 0 ? '-' : '';
  const absolute = Math.abs(fen);
  const yuan = String(Math.floor(absolute / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${sign}${yuan}.${String(absolute % 100).padStart(2, '0')}`;
}

/** Reads what a person typed ("12", "12.5", "1,200.30"); undefined when it is not an amount of whole fen. */
export function parseYuan(text: string): number | undefined {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim().replaceAll(',', ''));
  if (!match) return undefined;
  const fen = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] ? 0 - fen : fen;
}

/** A rate of 100 % in basis points, the unit of every rate of ours: 60 is 0.6 %. */
export const wholeBasisPoints = 10_000;

/** That many basis points of an amount that is not below zero, rounded half up. */
export function partOf(amount: number, basisPoints: number): number {
  const whole = BigInt(wholeBasisPoints);
  return Number((BigInt(amount) * BigInt(basisPoints) * 2n + whole) / (whole * 2n));
}

/**
 * Splits an amount in the proportion of the weights so that the parts add up to it exactly: each gets its whole units,
 * and what is left goes one by one to the largest remainders, the earlier first where they are equal.
 */
export function splitAmount(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (amount < 0 || total <= 0n || weights.some((weight) => weight < 0))
    throw new RangeError(`can not split ${amount} by ${weights.join(':')}`);
  const parts = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight);
    return { index, part: Number(product / total), remainder: product % total };
  });
  let left = amount - parts.reduce((sum, { part }) => sum + part, 0);
  const byRemainder = [...parts].sort((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  );
  for (const entry of byRemainder) {
    if (left === 0) break;
    entry.part += 1;
    left -= 1;
  }
  return parts.map(({ part }) => part);
}
