/**
 * How many come when people come by chance, on days that are better or worse as a whole: a Poisson count whose mean is
 * multiplied by a lognormal factor of mean one. A gamma factor (the negative binomial) would be simpler and puts far too much
 * weight on days on which nearly nobody comes.
 */
export interface CountChances {
  /** how likely so many or fewer are */
  atMost(count: number): number;
  /** the smallest count that is not exceeded with this chance */
  quantile(chance: number): number;
}

/** The normal curve in points: beyond five deviations nothing is left that matters here. */
const [stepOfPoints, lastPoint] = [0.25, 5];
const points = Array.from({ length: (2 * lastPoint) / stepOfPoints + 1 }, (_, index) => {
  const place = index * stepOfPoints - lastPoint;
  return { place, weight: (stepOfPoints * Math.exp(-(place ** 2) / 2)) / Math.sqrt(2 * Math.PI) };
});
const certain = [{ place: 0, weight: 1 }];

/** Above this mean the count is taken as lognormal itself: one by one a hall's visits of a week would take seconds. */
const many = 500;

/** How many deviations from the middle the normal curve has this chance below it. */
function placeOf(chance: number): number {
  let sum = 0;
  for (const { place, weight } of points) {
    // a point stands for the curve half a step to either side
    if (sum + weight >= chance) return place + stepOfPoints * ((chance - sum) / weight - 0.5);
    sum += weight;
  }
  return lastPoint;
}

export function mixedPoisson(mean: number, spread: number): CountChances {
  if (mean <= 0) return { atMost: () => 1, quantile: () => 0 };
  const parts = (spread > 0 ? points : certain).map(({ place, weight }) => {
    const own = mean * Math.exp(spread * place - spread ** 2 / 2);
    return { weight, own, logOwn: Math.log(own) };
  });
  function* chances(): Generator<number> {
    // by logarithms, because the first of a busy day is too small for a number
    const logs = parts.map(({ own }) => -own);
    for (let count = 0; ; count++) {
      let sum = 0;
      parts.forEach(({ weight, logOwn }, index) => {
        sum += weight * Math.exp(logs[index] as number);
        logs[index]! += logOwn - Math.log(count + 1);
      });
      yield sum;
    }
  }
  return {
    atMost(wanted) {
      let [sum, count] = [0, 0];
      for (const chance of chances()) {
        if (count > wanted) break;
        sum += chance;
        count += 1;
      }
      return Math.min(1, sum);
    },
    quantile(wanted) {
      if (mean > many) {
        const both = Math.hypot(spread, 1 / Math.sqrt(mean));
        return Math.round(mean * Math.exp(both * placeOf(wanted) - both ** 2 / 2));
      }
      const farthest = Math.ceil((mean + 10 * Math.sqrt(mean) + 10) * Math.exp(lastPoint * spread));
      let [sum, count] = [0, 0];
      for (const chance of chances()) {
        sum += chance;
        if (sum >= wanted || count >= farthest) break;
        count += 1;
      }
      return count;
    },
  };
}
