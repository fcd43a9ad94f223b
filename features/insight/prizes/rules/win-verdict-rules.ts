import { binomialBand, binomialTest } from '#kit/kernel/binomial.ts';
import type { WinVerdict } from '../contract.ts';

/** Of a hundred machines that are well five fall below the first, of a thousand one below the second. */
const rareBelow = 0.05;
const faultBelow = 0.001;
const likelyShare = 0.95;

export interface Wins {
  plays: number;
  wins: number;
}

export interface Judged {
  verdict: WinVerdict;
  /** of a thousand machines that are well, so many would differ as much or more; null where nothing is compared */
  perThousand: number | null;
  /** so many wins are to be expected of 95 in 100 machines that are well */
  likelyFrom: number | null;
  likelyTo: number | null;
}

const nothing: Judged = { verdict: 'none', perThousand: null, likelyFrom: null, likelyTo: null };

/**
 * By the exact binomial test. A guaranteed prize and a prize at every n-th play make a machine steadier than dice, so of
 * such a machine the test says "chance" a little too often and never too rarely.
 */
export function judgeWins({ plays, wins }: Wins, rate: number | undefined): Judged {
  if (rate === undefined || plays <= 0) return nothing;
  const chance = binomialTest(wins, plays, rate);
  const { from, to } = binomialBand(plays, rate, likelyShare);
  const side = wins > plays * rate ? 'Many' : 'Few';
  const verdict = chance >= rareBelow ? 'chance' : chance >= faultBelow ? `rare${side}` : `fault${side}`;
  return {
    verdict: verdict as WinVerdict,
    perThousand: Math.round(chance * 1000),
    likelyFrom: from,
    likelyTo: to,
  };
}

/** The sentence about it: a translation and its figures. */
export function verdictWords({ verdict, perThousand, likelyFrom, likelyTo }: Judged): {
  key: string;
  params: Record<string, number>;
} {
  if (verdict === 'none') return { key: 'prizes:words.none', params: {} };
  return {
    key: `prizes:words.${verdict}`,
    params: { count: perThousand ?? 0, from: likelyFrom ?? 0, to: likelyTo ?? 0 },
  };
}

/** Hundredths of a percent; null of nothing. */
export const shareOf = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part / whole) * 10_000) : null;
