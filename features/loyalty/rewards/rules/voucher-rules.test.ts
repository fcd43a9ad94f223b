import { describe, expect, it } from 'vitest';
import { voucherStateOf } from './voucher-rules.ts';

describe('a voucher', () => {
  const now = new Date('2026-11-17T04:00:00Z');
  const later = new Date('2026-11-18T04:00:00Z');
  const fresh = { expiresAt: later, batchVoidedAt: null, voidedAt: null, redeemedAt: null };

  it('is open until it is redeemed, void or too old', () => {
    expect(voucherStateOf(fresh, now)).toBe('open');
    expect(voucherStateOf(fresh, later)).toBe('expired');
    expect(voucherStateOf({ ...fresh, voidedAt: now }, now)).toBe('voided');
    expect(voucherStateOf({ ...fresh, batchVoidedAt: now }, later)).toBe('voided');
    expect(voucherStateOf({ ...fresh, redeemedAt: now, batchVoidedAt: now }, later)).toBe('redeemed');
  });
});
