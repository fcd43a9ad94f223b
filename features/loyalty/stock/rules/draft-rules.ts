export type LineKind = 'receipt' | 'transfer' | 'count' | 'loss';

/** A line that is being written; what is missing is asked for when it is sent. */
export interface DraftLine {
  variantId: string;
  pieces?: number | undefined;
  counted?: number | undefined;
  unitCostFen?: number | undefined;
}

/**
 * A good was scanned or chosen: a new line, or one piece more on its line. A receipt proposes the cost of the last one,
 * where it is known.
 */
export function withFound(
  lines: readonly DraftLine[],
  kind: LineKind,
  found: { id: string; lastCostFen: number },
): DraftLine[] {
  const amount = kind === 'count' ? 'counted' : 'pieces';
  if (lines.some(({ variantId }) => variantId === found.id))
    return lines.map((line) =>
      line.variantId === found.id ? { ...line, [amount]: (line[amount] ?? 0) + 1 } : line,
    );
  const cost = kind === 'receipt' && found.lastCostFen > 0 ? { unitCostFen: found.lastCostFen } : {};
  return [...lines, { variantId: found.id, [amount]: 1, ...cost }];
}

/** What all lines come to; undefined while a cost is missing. */
export function costOfLines(lines: readonly DraftLine[]): number | undefined {
  let sum = 0;
  for (const { pieces, unitCostFen } of lines) {
    if (!Number.isSafeInteger(pieces) || !Number.isSafeInteger(unitCostFen)) return undefined;
    sum += pieces! * unitCostFen!;
  }
  return sum;
}

/** What a count would change, of the lines that were counted. */
export const differenceOf = (counted: number | undefined, onHand: number | undefined): number | undefined =>
  Number.isSafeInteger(counted) && onHand !== undefined ? counted! - onHand : undefined;
