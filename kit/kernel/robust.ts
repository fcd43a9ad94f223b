/** Middle and spread that a few wild values do not move: up to half of them may be anything. */

export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error('median of nothing');
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** Makes the median of distances a standard deviation where values are normal. */
const asDeviation = 1.4826;

/** The median distance from the median (MAD), as a standard deviation. */
export function medianSpread(values: readonly number[]): number {
  const middle = median(values);
  return asDeviation * median(values.map((value) => Math.abs(value - middle)));
}
