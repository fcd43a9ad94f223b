import type { OrderState } from '../contract/kinds.ts';

/** What can happen to an order. docs/orders.md explains who causes each. */
export const orderEvents = [
  'pay',
  'close',
  'payLate',
  'start',
  'deliver',
  'deliverPart',
  'redispense',
  'refund',
  'returned',
  'resumeFulfilled',
  'resumePartly',
  'resumePaid',
] as const;
export type OrderEvent = (typeof orderEvents)[number];

/**
 * State × event → state; what is not here can not happen. A refund that was for a part, or that the platform refused,
 * leads back to where the order stood.
 */
export const transitions: Readonly<Record<OrderState, Partial<Record<OrderEvent, OrderState>>>> = {
  created: { pay: 'paid', close: 'closed' },
  // late money of a closed order is booked, and goes back at once
  closed: { payLate: 'paid' },
  paid: { start: 'fulfilling', deliver: 'fulfilled', refund: 'refunding' },
  fulfilling: {
    deliver: 'fulfilled',
    deliverPart: 'partlyFulfilled',
    redispense: 'fulfilling',
    refund: 'refunding',
  },
  fulfilled: { refund: 'refunding' },
  partlyFulfilled: { deliver: 'fulfilled', redispense: 'fulfilling', refund: 'refunding' },
  refunding: {
    returned: 'refunded',
    resumeFulfilled: 'fulfilled',
    resumePartly: 'partlyFulfilled',
    resumePaid: 'paid',
  },
  refunded: {},
};

/** Nothing more happens by itself, unless a deadline is set because somebody has to look. */
export const finalStates: readonly OrderState[] = ['fulfilled', 'partlyFulfilled', 'refunded', 'closed'];

export class ImpossibleStep extends Error {
  constructor(state: OrderState, event: OrderEvent) {
    super(`an order that is ${state} can not ${event}`);
    this.name = 'ImpossibleStep';
  }
}

export function nextState(state: OrderState, event: OrderEvent): OrderState {
  const next = transitions[state][event];
  if (!next) throw new ImpossibleStep(state, event);
  return next;
}

export const mayHappen = (state: OrderState, event: OrderEvent): boolean =>
  transitions[state][event] !== undefined;
