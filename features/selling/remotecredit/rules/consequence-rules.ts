import { type Consequence, isTyped } from '#kit/contract/consequence.ts';

/** What one may still give today after these coins; nothing where no limit is set. */
export const leftToday = (left: number | null | undefined, coins: unknown): Consequence | undefined =>
  isTyped(coins) && typeof left === 'number' && coins <= left
    ? { text: 'remotecredit:page.leftAfter', params: { count: left - coins } }
    : undefined;
