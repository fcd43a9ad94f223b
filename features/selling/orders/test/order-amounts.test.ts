import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FeeStep, feeParts } from '#features/money/wallet/server/public.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { missingStep, stepEnd, worthOf } from '../rules/device-outcome.ts';
import type { DeviceStep } from '../rules/device-plan.ts';
import { keptAmount, refundableAmount, refundParts, undeliveredAmount } from '../rules/refund-amounts.ts';
import { feeLegs } from '../server/order-accounts.ts';

const ladder = fc
  .array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 4 })
  .map((rates): FeeStep[] =>
    rates
      .toSorted((a, b) => a - b)
      .map((basisPoints, index) => ({
        tenantId: index === 0 ? '000000' : `10000${index}`,
        walletId: index === 0 ? null : `10000${index}`,
        basisPoints,
      })),
  );

interface Books {
  pending: number;
  wallet: number;
  payer: number;
  fees: Map<string, number>;
}

const feeKey = (step: { tenantId: string; walletId: string | null }) => step.walletId ?? 'platform';

/** What the server does with an order, without a database: every movement in memory. */
function play(amount: number, asked: number, counted: number, steps: FeeStep[], refunds: number[]) {
  const step: DeviceStep = { command: 'dispense', parameters: { amount: asked }, asked, amount, counted };
  const order = { paidAmount: amount, fulfilledAmount: worthOf(step, 'fen'), refundedAmount: 0 };
  const books: Books = { pending: amount, wallet: 0, payer: -amount, fees: new Map() };
  const moveFees = (before: number, after: number) => {
    for (const leg of feeLegs(steps, before, after)) {
      const key = leg.account.ownerKind === 'platform' ? 'platform' : leg.account.ownerId;
      books.fees.set(key, (books.fees.get(key) ?? 0) + leg.amount);
      books.wallet -= leg.amount;
    }
  };
  books.pending -= order.fulfilledAmount;
  books.wallet += order.fulfilledAmount;
  moveFees(0, order.fulfilledAmount);
  let operations = 2;
  for (const wish of refunds) {
    const left = refundableAmount(order);
    if (left === 0) break;
    const wanted = 1 + (wish % left);
    const parts = refundParts(order, wanted);
    moveFees(parts.keptBefore, parts.keptAfter);
    books.pending -= parts.undelivered;
    books.wallet -= parts.delivered;
    books.payer += wanted;
    order.refundedAmount += wanted;
    operations += 1;
  }
  return { order, books, operations };
}

const wholeStory = fc.record({
  amount: fc.integer({ min: 1, max: 2_000_000 }),
  asked: fc.integer({ min: 1, max: 1000 }),
  share: fc.nat(),
  steps: ladder,
  refunds: fc.array(fc.nat(), { maxLength: 12 }),
});

describe('paid, delivered in part, refunded in parts', () => {
  it('loses and makes nothing, over more than 100,000 movements', { timeout: patient(120_000) }, () => {
    let operations = 0;
    fc.assert(
      fc.property(wholeStory, ({ amount, asked, share, steps, refunds }) => {
        const told = play(amount, asked, share % (asked + 1), steps, refunds);
        operations += told.operations;
        const { order, books } = told;
        const fees = [...books.fees.values()].reduce((sum, fee) => sum + fee, 0);
        expect(books.payer + books.pending + books.wallet + fees).toBe(0);
        expect(books.pending).toBe(undeliveredAmount(order));
        // nobody is below zero, and the fee is that of what is kept, whatever way led there
        expect(books.pending).toBeGreaterThanOrEqual(0);
        expect(books.wallet).toBeGreaterThanOrEqual(0);
        const expected = feeParts(keptAmount(order), steps);
        expect(fees).toBe(expected.totalFen);
        for (const part of expected.parts) {
          const same = expected.parts.filter(({ step }) => feeKey(step) === feeKey(part.step));
          const sum = same.reduce((total, { amountFen }) => total + amountFen, 0);
          expect(books.fees.get(feeKey(part.step)) ?? 0).toBe(sum);
        }
        expect(books.payer + order.paidAmount - order.refundedAmount).toBe(0);
      }),
      { numRuns: 20_000 },
    );
    expect(operations).toBeGreaterThan(100_000);
  });

  it('never gives back more than was paid', { timeout: patient(60_000) }, () => {
    fc.assert(
      fc.property(
        wholeStory,
        fc.integer({ min: 1, max: 1000 }),
        ({ amount, asked, share, steps, refunds }, more) => {
          const { order } = play(amount, asked, share % (asked + 1), steps, refunds);
          const left = refundableAmount(order);
          expect(() => refundParts(order, left + more)).toThrow(RangeError);
          if (left > 0) expect(refundParts(order, left).keptAfter).toBe(0);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('what a machine counted', () => {
  const step = fc.record({
    asked: fc.integer({ min: 1, max: 1000 }),
    amount: fc.integer({ min: 1, max: 1_000_000 }),
    share: fc.nat(),
  });

  it('and what is missing of it are worth the whole together', () => {
    fc.assert(
      fc.property(step, ({ asked, amount, share }) => {
        const counted = share % (asked + 1);
        const told: DeviceStep = { command: 'credit', parameters: { amount: asked }, asked, amount, counted };
        const missing = missingStep(told, 'fen');
        expect(worthOf(told, 'fen') + (missing?.amount ?? 0)).toBe(amount);
        expect((missing?.asked ?? 0) + counted).toBe(asked);
        if (missing) expect(missing.parameters).toEqual({ amount: missing.asked });
      }),
      { numRuns: 5000 },
    );
  });

  it('is whole plays where plays pay: half of one comes back', () => {
    const told: DeviceStep = {
      command: 'credit',
      parameters: { amount: 6 },
      asked: 6,
      amount: 3,
      counted: 3,
    };
    expect(worthOf(told, 'play')).toBe(1);
    expect(missingStep(told, 'play')).toMatchObject({ asked: 3, amount: 2 });
    expect(worthOf({ ...told, counted: 6 }, 'play')).toBe(3);
  });

  const plain: DeviceStep = { command: 'dispense', parameters: {}, asked: 10, amount: 1000 };
  it.each([
    [{ state: 'done', asked: 10, counted: 10, reason: null }, 'done', 10],
    [{ state: 'done', asked: 10, counted: 4, reason: null }, 'done', 4],
    [{ state: 'done', asked: 10, counted: 12, reason: null }, 'done', 10],
    // a machine that does not count has done it or not
    [{ state: 'done', asked: null, counted: 0, reason: null }, 'done', 10],
    [{ state: 'failed', asked: null, counted: 0, reason: 'jam' }, 'failed', 0],
    [{ state: 'failed', asked: 10, counted: 3, reason: 'jam' }, 'failed', 3],
    [{ state: 'failed', asked: 10, counted: 0, reason: 'empty' }, 'failed', 0],
    [{ state: 'failed', asked: null, counted: null, reason: 'busy' }, 'failed', 0],
    [{ state: 'expired', asked: 10, counted: 0, reason: 'notExecuted' }, 'expired', 0],
    // never guessed
    [{ state: 'failed', asked: 10, counted: null, reason: 'interrupted' }, 'unknown', 0],
    [{ state: 'unknown', asked: 10, counted: null, reason: 'noAnswer' }, 'unknown', 0],
  ] as const)('%j is %s with %i pieces', (told, end, counted) => {
    expect(stepEnd(plain, told)).toMatchObject({ end, counted });
  });
});
