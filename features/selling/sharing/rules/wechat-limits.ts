import { wholeBasisPoints } from '#kit/kernel/money.ts';
import { dayMs, minuteMs } from '#kit/kernel/time.ts';
import type { FailureReason } from '../contract/shared.ts';

/**
 * What WeChat allows by default: 30 % of a payment in all, not before a minute and not after thirty days. A day before
 * that what is left is released.
 */
export const mostBasisPoints = 3000;
export const earliestMs = minuteMs;
export const latestMs = 29 * dayMs;

export interface SharedPayment {
  /** null: the payment was not made for sharing */
  paymentFen: number | null;
  paidAt: Date | null;
  released: boolean;
  /** of this payment, shared or on its way */
  sharedFen: number;
}

/** How much more of a payment WeChat takes now, or why nothing; `wait`: too early, nothing is wrong. */
export function wechatRoom(
  payment: SharedPayment,
  now: Date,
): { roomFen: number; refusal: FailureReason | 'wait' | null } {
  const none = (refusal: FailureReason | 'wait') => ({ roomFen: 0, refusal });
  if (payment.paymentFen === null || payment.paidAt === null || payment.released) return none('notShareable');
  const ageMs = now.getTime() - payment.paidAt.getTime();
  if (ageMs < earliestMs) return none('wait');
  if (ageMs > latestMs) return none('tooLate');
  // Rounded down: a fen above the limit and WeChat refuses the whole.
  const most = Math.floor((payment.paymentFen * mostBasisPoints) / wholeBasisPoints);
  const roomFen = Math.max(0, most - payment.sharedFen);
  return roomFen === 0 ? none('overLimit') : { roomFen, refusal: null };
}
