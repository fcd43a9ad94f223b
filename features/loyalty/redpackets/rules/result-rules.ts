import { binomialTest } from '#kit/kernel/binomial.ts';
import type { Verdict } from '../contract/kinds.ts';

/** A group of people, and what they did after the draw. */
export interface Group {
  people: number;
  /** of them: who paid for something */
  comers: number;
  visits: number;
  incomeFen: number;
  /** the sum of the squares of what each of them paid */
  squareFen: number;
}

export interface Judged {
  verdict: Verdict;
  /** hundredths of a percent; null: too few people to say */
  chance: number | null;
}

/** Fewer people in a group, or fewer who came, say nothing. */
export const fewestPeople = 20;
const fewestComers = 5;
/** A difference that chance makes in fewer than 5 of 100 cases is not called chance. */
const usualLimit = 0.05;

const tooFew: Judged = { verdict: 'tooFew', chance: null };

const judge = (chance: number, isMore: boolean): Judged => ({
  verdict: chance >= usualLimit ? 'chance' : isMore ? 'more' : 'less',
  chance: Math.round(chance * 10_000),
});

/**
 * Visits: of all who came, about as many should be of the group without packets as it has people, if the packet makes no
 * difference. The exact two-sided binomial test says how often chance alone is at least as far from that. People are
 * counted and not their visits, because the visits of one person are not independent of each other.
 */
export function judgeVisits(shown: Group, held: Group): Judged {
  const comers = shown.comers + held.comers;
  if (Math.min(shown.people, held.people) < fewestPeople || comers < fewestComers) return tooFew;
  const share = held.people / (shown.people + held.people);
  const isMore = shown.comers / shown.people > held.comers / held.people;
  return judge(binomialTest(held.comers, comers, share), isMore);
}

/** How likely a normal number is at least so far from its mean, on either side (Abramowitz and Stegun 7.1.26). */
function twoSided(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const series =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.min(1, series * Math.exp(-x * x));
}

/**
 * Income: the same people with what they paid are dealt into two groups of these sizes by chance. How far the sum of the
 * smaller group then usually is from its mean follows from the sums and squares alone; how often it is at least as far as
 * here is the chance. For large groups that is what dealing them thousands of times would give.
 */
export function judgeIncome(shown: Group, held: Group): Judged {
  const people = shown.people + held.people;
  if (Math.min(shown.people, held.people) < fewestPeople || shown.comers + held.comers < fewestComers)
    return tooFew;
  const mean = (shown.incomeFen + held.incomeFen) / people;
  const variance = (shown.squareFen + held.squareFen) / people - mean * mean;
  const spread = Math.sqrt((shown.people * held.people * variance) / (people - 1));
  if (!(spread > 0)) return { verdict: 'chance', chance: 10_000 };
  const chance = twoSided((held.incomeFen - held.people * mean) / spread);
  return judge(chance, shown.incomeFen / shown.people > held.incomeFen / held.people);
}
