import type { VoucherState } from '../contract/vouchers.ts';

interface Standing {
  expiresAt: Date;
  batchVoidedAt: Date | null;
  voidedAt: Date | null;
  redeemedAt: Date | null;
}

export function voucherStateOf(standing: Standing, now: Date): VoucherState {
  const { expiresAt, batchVoidedAt, voidedAt, redeemedAt } = standing;
  if (redeemedAt) return 'redeemed';
  if (voidedAt || batchVoidedAt) return 'voided';
  return expiresAt > now ? 'open' : 'expired';
}

export const mostTries = 10;
