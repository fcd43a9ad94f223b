/**
 * Chances of hits among trials that each hit with the same rate, for a million trials as for three. Probabilities come by
 * C. Loader's saddle-point form: the plain one subtracts logarithms of huge factorials, and what is left of them is rounding.
 */

const largestCounted = 15;
const logFactorials = Array.from({ length: largestCounted + 1 }, (_, n) => {
  let product = 1;
  for (let k = 2; k <= n; k++) product *= k;
  return Math.log(product);
});

/** What Stirling's formula lacks of log n!. */
function stirlingError(n: number): number {
  if (n <= largestCounted)
    return n === 0
      ? 0
      : (logFactorials[n] as number) - (n + 0.5) * Math.log(n) + n - 0.5 * Math.log(2 * Math.PI);
  const square = n * n;
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square) / n;
}

/** x log(x / mean) + mean − x, without losing its digits where x is close to the mean. */
function deviance(x: number, mean: number): number {
  if (Math.abs(x - mean) >= 0.1 * (x + mean)) return x * Math.log(x / mean) + mean - x;
  const v = (x - mean) / (x + mean);
  let sum = (x - mean) * v;
  let power = 2 * x * v;
  for (let j = 1; ; j++) {
    power *= v * v;
    const next = sum + power / (2 * j + 1);
    if (next === sum) return sum;
    sum = next;
  }
}

/** How likely exactly so many hits are. */
export function binomialChance(hits: number, trials: number, rate: number): number {
  if (hits < 0 || hits > trials) return 0;
  if (rate <= 0) return hits === 0 ? 1 : 0;
  if (rate >= 1) return hits === trials ? 1 : 0;
  if (hits === 0) return Math.exp(trials * Math.log1p(-rate));
  if (hits === trials) return Math.exp(trials * Math.log(rate));
  const misses = trials - hits;
  const exponent =
    stirlingError(trials) -
    stirlingError(hits) -
    stirlingError(misses) -
    deviance(hits, trials * rate) -
    deviance(misses, trials * (1 - rate));
  return Math.exp(exponent) * Math.sqrt(trials / (2 * Math.PI * hits * misses));
}

/** A term this much smaller than what is summed already no longer changes it. */
const negligible = 1e-17;

/** The chances from `hits` on, away from the middle: each is smaller than the one before. */
function outward(hits: number, trials: number, rate: number, step: 1 | -1): number {
  const odds = rate / (1 - rate);
  let term = binomialChance(hits, trials, rate);
  let sum = 0;
  for (let k = hits; k >= 0 && k <= trials && term > sum * negligible; k += step) {
    sum += term;
    term *= step > 0 ? ((trials - k) / (k + 1)) * odds : k / (trials - k + 1) / odds;
  }
  return sum;
}

/** How likely at least so many hits are. Up to the middle it says 1: there the answer is never "unlikely". */
export function binomialTail(hits: number, trials: number, rate: number): number {
  if (hits <= 0 || rate >= 1) return 1;
  if (hits > trials || rate <= 0) return 0;
  if (hits <= trials * rate) return 1;
  return Math.min(1, outward(hits, trials, rate, 1));
}

/** The last number, seen from the middle, at which `is` holds; between `inner`, where it may, and `outer`, where it does not. */
function edge(inner: number, outer: number, is: (k: number) => boolean): number {
  let [holds, fails] = [inner, outer];
  while (Math.abs(fails - holds) > 1) {
    const between = Math.round((holds + fails) / 2);
    if (is(between)) holds = between;
    else fails = between;
  }
  return holds;
}

/** Two chances that differ by less are the same one, rounded. */
const alike = 1 + 1e-7;

/**
 * The exact two-sided test: how likely a number of hits is that is no likelier than this one, on either side. It is what
 * R's binom.test and SciPy's binomtest answer.
 */
export function binomialTest(hits: number, trials: number, rate: number): number {
  if (hits < 0 || hits > trials) return 0;
  if (rate <= 0 || rate >= 1) return binomialChance(hits, trials, rate);
  const seen = binomialChance(hits, trials, rate) * alike;
  const isLikelier = (k: number) => binomialChance(k, trials, rate) > seen;
  const middle = Math.floor((trials + 1) * rate);
  if (!isLikelier(middle)) return 1;
  const [step, end] = hits < middle ? ([1, trials + 1] as const) : ([-1, -1] as const);
  const across = edge(middle, end, isLikelier) + step;
  const own = outward(hits, trials, rate, step > 0 ? -1 : 1);
  return Math.min(1, own + (across === end ? 0 : outward(across, trials, rate, step)));
}

/** The likeliest numbers of hits that together come to at least this share of all that may happen. */
export function binomialBand(trials: number, rate: number, share: number): { from: number; to: number } {
  if (trials <= 0 || rate <= 0) return { from: 0, to: 0 };
  if (rate >= 1) return { from: trials, to: trials };
  const odds = rate / (1 - rate);
  let from = Math.floor((trials + 1) * rate);
  let to = from;
  let sum = binomialChance(from, trials, rate);
  let below = (sum * from) / (trials - from + 1) / odds;
  let above = ((sum * (trials - to)) / (to + 1)) * odds;
  while (sum < share && (from > 0 || to < trials)) {
    if (to >= trials || (from > 0 && below >= above)) {
      from -= 1;
      sum += below;
      below *= from / (trials - from + 1) / odds;
    } else {
      to += 1;
      sum += above;
      above *= ((trials - to) / (to + 1)) * odds;
    }
  }
  return { from, to };
}
