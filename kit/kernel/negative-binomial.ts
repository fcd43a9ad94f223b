/**
 * Counts that vary more than by chance alone: people come in groups, and a day is good or bad as a whole. A mean and a
 * variance above it say which negative binomial; a variance that is not above it is taken as just above.
 */
export interface CountChances {
  /** how likely so many or fewer are */
  atMost(count: number): number;
  /** the smallest count that is not exceeded with this chance */
  quantile(chance: number): number;
}

const leastExcess = 1e-3;

export function countChances(mean: number, variance: number): CountChances {
  if (mean <= 0) return { atMost: () => 1, quantile: () => 0 };
  const excess = Math.max(variance / mean - 1, leastExcess);
  const size = mean / excess;
  const step = Math.log(excess / (1 + excess));
  function* chances(): Generator<number> {
    // by logarithms, because the first of a busy day is too small for a number
    let log = -size * Math.log1p(excess);
    for (let count = 0; ; count++) {
      yield Math.exp(log);
      log += Math.log((count + size) / (count + 1)) + step;
    }
  }
  return {
    atMost(wanted) {
      let sum = 0;
      let count = 0;
      for (const chance of chances()) {
        if (count > wanted) break;
        sum += chance;
        count += 1;
      }
      return Math.min(1, sum);
    },
    quantile(wanted) {
      const farthest = Math.ceil(mean + 40 * Math.sqrt(mean * (1 + excess)) + 40);
      let sum = 0;
      let count = 0;
      for (const chance of chances()) {
        sum += chance;
        if (sum >= wanted || count >= farthest) break;
        count += 1;
      }
      return count;
    },
  };
}
