import { addDays } from '#kit/kernel/time.ts';

/** What a level asks for; either condition is enough. The higher rank is the higher level. */
export interface LevelRule {
  id: string;
  rank: number;
  /** in one payment */
  topUpFen: number | null;
  /** all payments together */
  spendFen: number | null;
  /** only what was paid in so many last days counts, and so long it is kept at least; null: for ever */
  keepDays: number | null;
}

/** What somebody paid on a day. */
export interface PaidDay {
  day: string;
  paidFen: number;
  topUpFen: number;
}

export type LevelReason = 'topUp' | 'spend';

/** How a level is reached by what was paid until today; null: it is not. */
export function reachedBy(level: LevelRule, days: readonly PaidDay[], today: string): LevelReason | null {
  const { keepDays, topUpFen, spendFen } = level;
  const counted = keepDays === null ? days : days.filter(({ day }) => day > addDays(today, -keepDays));
  const isTopUp = topUpFen !== null && counted.some((paid) => paid.topUpFen >= topUpFen);
  if (isTopUp) return 'topUp';
  const spent = counted.reduce((sum, { paidFen }) => sum + paidFen, 0);
  return spendFen !== null && spent >= spendFen ? 'spend' : null;
}

export interface Earned<L extends LevelRule> {
  level: L;
  reason: LevelReason;
}

/** The highest level that is reached. */
export function earnedLevel<L extends LevelRule>(
  levels: readonly L[],
  days: readonly PaidDay[],
  today: string,
): Earned<L> | undefined {
  const earned = levels.flatMap((level) => {
    const reason = reachedBy(level, days, today);
    return reason ? [{ level, reason }] : [];
  });
  return earned.reduce<Earned<L> | undefined>(
    (best, one) => (best && best.level.rank > one.level.rank ? best : one),
    undefined,
  );
}
