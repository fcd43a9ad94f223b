import { dayMs } from '#kit/kernel/time.ts';
import type { OrderState } from '../contract/kinds.ts';
import { type OrderAmounts, refundableAmount } from './refund-amounts.ts';

/** Longer ago nobody remembers what a machine did. */
export const askableMs = 30 * dayMs;
/** Each time staff have answered a player may ask once more, up to so often. */
export const mostAsked = 3;

interface Asking extends OrderAmounts {
  state: OrderState;
  faultState: 'unsolved' | 'resolved' | null;
  paidAt: Date | null;
}

/** Why a player can not ask for help with an order; undefined when that is possible. */
export function askRefusal(order: Asking, now: Date): string | undefined {
  switch (order.state) {
    case 'created':
    case 'closed':
      return 'orders:error.notPaid';
    case 'refunded':
      return 'orders:error.alreadyRefunded';
    case 'refunding':
      return 'orders:error.refundUnderWay';
    case 'fulfilling':
      if (order.faultState !== 'unsolved') return 'orders:error.stillFulfilling';
  }
  if (refundableAmount(order) === 0) return 'orders:error.alreadyRefunded';
  if (!order.paidAt || now.getTime() - order.paidAt.getTime() > askableMs) return 'orders:error.askTooLate';
  return undefined;
}

/** Whether a player may ask again: not while nobody has answered, and not for ever. */
export function askAgainRefusal(
  timeline: readonly { event: string; userName: string | null }[],
): string | undefined {
  const asked = timeline.filter(({ event }) => event === 'asked').length;
  const lastAsked = timeline.findLastIndex(({ event }) => event === 'asked');
  const answered = timeline.some(({ userName }, place) => place > lastAsked && userName !== null);
  if (lastAsked >= 0 && !answered) return 'orders:error.alreadyAsked';
  return asked >= mostAsked ? 'orders:error.askedEnough' : undefined;
}
