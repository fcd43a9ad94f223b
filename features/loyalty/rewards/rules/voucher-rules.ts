import type { VoucherState } from '../contract/vouchers.ts';

interface VoucherDates {
  expiresAt: Date;
  batchVoidedAt: Date | null;
  voidedAt: Date | null;
  redeemedAt: Date | null;
}

export function voucherStateOf(dates: VoucherDates, now: Date): VoucherState {
  const { expiresAt, batchVoidedAt, voidedAt, redeemedAt } = dates;
  if (redeemedAt) return 'redeemed';
  if (voidedAt || batchVoidedAt) return 'voided';
  return expiresAt > now ? 'open' : 'expired';
}

export const mostTries = 10;
