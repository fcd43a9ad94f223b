import { type Consequence, isTyped } from '#kit/contract/consequence.ts';

/** What one may still give today after these coins; nothing where no limit is set. */
export const leftToday = (left: number | null | undefined, coins: unknown): Consequence | undefined =>
  isTyped(coins) && typeof left === 'number' && coins <= left
    ? { text: 'remotecredit:page.leftAfter', params: { count: left - coins } }
    : undefined;

/** How often a day the most of one credit may be given. */
export const timesADay = (perCredit: unknown, perDay: unknown): Consequence | undefined =>
  isTyped(perCredit) && isTyped(perDay) && perCredit > 0
    ? { text: 'remotecredit:records.timesADay', params: { count: Math.floor(perDay / perCredit) } }
    : undefined;
