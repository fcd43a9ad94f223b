import { describe, expect, it } from 'vitest';
import { orderStates } from '../contract/kinds.ts';
import {
  finalStates,
  ImpossibleStep,
  mayHappen,
  nextState,
  orderEvents,
  transitions,
} from '../rules/order-states.ts';

/** Said a second time, so that a slip in the table is seen. */
const allowed = new Map([
  ['created pay', 'paid'],
  ['created close', 'closed'],
  ['closed payLate', 'paid'],
  ['paid start', 'fulfilling'],
  ['paid deliver', 'fulfilled'],
  ['paid refund', 'refunding'],
  ['fulfilling deliver', 'fulfilled'],
  ['fulfilling deliverPart', 'partlyFulfilled'],
  ['fulfilling redispense', 'fulfilling'],
  ['fulfilling refund', 'refunding'],
  ['fulfilled refund', 'refunding'],
  ['partlyFulfilled deliver', 'fulfilled'],
  ['partlyFulfilled redispense', 'fulfilling'],
  ['partlyFulfilled refund', 'refunding'],
  ['refunding returned', 'refunded'],
  ['refunding resumeFulfilled', 'fulfilled'],
  ['refunding resumePartly', 'partlyFulfilled'],
  ['refunding resumePaid', 'paid'],
]);

describe('the transition table', () => {
  it.each(orderStates.flatMap((state) => orderEvents.map((event) => [state, event] as const)))(
    'of an order that is %s, when %s happens',
    (state, event) => {
      const expected = allowed.get(`${state} ${event}`);
      expect(mayHappen(state, event)).toBe(expected !== undefined);
      if (expected) expect(nextState(state, event)).toBe(expected);
      else expect(() => nextState(state, event)).toThrow(ImpossibleStep);
    },
  );

  it('leads from every state to a final one', () => {
    const reaches = (state: (typeof orderStates)[number], seen = new Set<string>()): boolean => {
      if (finalStates.includes(state)) return true;
      if (seen.has(state)) return false;
      seen.add(state);
      return Object.values(transitions[state]).some((next) => reaches(next, seen));
    };
    for (const state of orderStates) expect([state, reaches(state)]).toEqual([state, true]);
  });

  it('lets no money leave an order that was never paid or is all given back', () => {
    expect(mayHappen('created', 'refund')).toBe(false);
    expect(mayHappen('closed', 'refund')).toBe(false);
    expect(mayHappen('refunded', 'refund')).toBe(false);
    expect(mayHappen('refunding', 'refund')).toBe(false);
  });
});
