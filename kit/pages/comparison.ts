/** How a figure stands against the period before. */
export interface Comparison {
  direction: 'up' | 'down' | 'same';
  /** hundredths of a percent; undefined where the period before was zero: a ratio to nothing means nothing */
  changeBasisPoints: number | undefined;
}

export function compare(now: number, before: number): Comparison {
  const direction = now > before ? 'up' : now < before ? 'down' : 'same';
  if (before === 0) return { direction, changeBasisPoints: now === 0 ? 0 : undefined };
  return { direction, changeBasisPoints: Math.round(((now - before) / Math.abs(before)) * 10_000) };
}
