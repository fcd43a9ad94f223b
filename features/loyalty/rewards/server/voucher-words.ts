import { businessDay } from '#kit/kernel/time.ts';
import type { Say } from '#kit/server/context.ts';
import type { BatchRow } from './voucher-queries.ts';

export const worthText = (
  { value, amount, cardName }: Pick<BatchRow, 'value' | 'amount' | 'cardName'>,
  say: Say,
): string => (value === 'card' ? (cardName ?? '') : say(`rewards:worth.${value}`, { count: amount ?? 0 }));

/** It ends with the day before the moment. */
export const lastDay = ({ expiresAt }: { expiresAt: Date }): string =>
  businessDay(new Date(expiresAt.getTime() - 1));
