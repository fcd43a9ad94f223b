import { hourMs } from '#kit/kernel/time.ts';
import type { DoubtReason } from '../contract.ts';

/** of the hour: what is rounded and what a clock gains */
const tolerance = 1.02;

export interface KnownHour {
  /** all plays of the task in this hour, those booked before among them */
  plays: number;
  seconds: number;
  /** the machine had the task in this hour, and the hour lies in its days */
  placed: boolean;
  /** known to have had no line for all of the hour */
  offline: boolean;
}

/** Why a count is not paid by itself; null: it is. */
export function judgeHour({ plays, seconds, placed, offline }: KnownHour): DoubtReason | null {
  if (plays * seconds > (hourMs / 1000) * tolerance) return 'tooMany';
  if (!placed) return 'notPlaced';
  return offline ? 'offline' : null;
}

/** As many plays as the budget still has money for; the rest is cut. */
export function cutToBudget(plays: number, { priceFen, leftFen }: { priceFen: number; leftFen: number }) {
  const paid = Math.min(plays, Math.max(0, Math.floor(leftFen / priceFen)));
  return { plays: paid, cut: plays - paid, amountFen: paid * priceFen };
}
