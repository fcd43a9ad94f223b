/** Stirling's series; exact to ten digits from 10 on, below that by the recurrence. */
function logGamma(x: number): number {
  if (x < 10) return logGamma(x + 1) - Math.log(x);
  const inverse = 1 / x;
  const square = inverse * inverse;
  return (
    (x - 0.5) * Math.log(x) -
    x +
    0.5 * Math.log(2 * Math.PI) +
    inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680)))
  );
}

function logBinomial(hits: number, trials: number, rate: number): number {
  return (
    logGamma(trials + 1) -
    logGamma(hits + 1) -
    logGamma(trials - hits + 1) +
    hits * Math.log(rate) +
    (trials - hits) * Math.log1p(-rate)
  );
}

/** How likely at least so many hits are among trials that each hit with the rate. */
export function binomialTail(hits: number, trials: number, rate: number): number {
  if (hits <= 0 || rate >= 1) return 1;
  if (hits > trials || rate <= 0) return 0;
  // Below the middle most of the weight would have to be summed; there the answer is never "unlikely".
  if (hits <= trials * rate) return 1;
  let term = Math.exp(logBinomial(hits, trials, rate));
  let sum = 0;
  for (let k = hits; k <= trials && term > 0 && term > sum * 1e-12; k++) {
    sum += term;
    term *= ((trials - k) / (k + 1)) * (rate / (1 - rate));
  }
  return Math.min(1, sum);
}
