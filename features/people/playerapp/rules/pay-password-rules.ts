import { minuteMs } from '#kit/kernel/time.ts';

export const payPasswordPattern = /^\d{6}$/;

/** Six equal digits, or six in a row up or down: what somebody tries first. */
export function isWeak(password: string): boolean {
  const steps = [...password].slice(1).map((digit, place) => Number(digit) - Number(password[place]));
  return [0, 1, -1].some((step) => steps.every((one) => one === step));
}

export const mostFailures = 5;
export const lockMs = 30 * minuteMs;
/** How long a confirmed wish waits for its order. */
export const confirmedMs = 5 * minuteMs;

/** What may be spent in a day without the password, until the player says otherwise. */
export const usualFree = { freeFen: 5000, freeCoins: 50 };

export interface Spending {
  freeFen: number;
  freeCoins: number;
  spentDay: string | null;
  spentFen: number;
  spentCoins: number;
}

/** What counts as spent once so much more is paid without the password; undefined: it needs the password. */
export function spentWith(
  { freeFen, freeCoins, spentDay, ...before }: Spending,
  pay: { unit: 'fen' | 'coin'; amount: number },
  today: string,
): Pick<Spending, 'spentDay' | 'spentFen' | 'spentCoins'> | undefined {
  const spent = spentDay === today ? before : { spentFen: 0, spentCoins: 0 };
  const spentFen = spent.spentFen + (pay.unit === 'fen' ? pay.amount : 0);
  const spentCoins = spent.spentCoins + (pay.unit === 'coin' ? pay.amount : 0);
  if (pay.unit === 'fen' ? spentFen > freeFen : spentCoins > freeCoins) return undefined;
  return { spentDay: today, spentFen, spentCoins };
}
