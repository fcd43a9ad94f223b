import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partOf } from '#kit/kernel/money.ts';
import type { Cost } from '../contract/shared.ts';
import {
  addSteps,
  agentParts,
  calculate,
  isDayCost,
  spreadDayCosts,
  type Terms,
} from '../rules/calculate.ts';

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const feeOf = (keptFen: number, basisPoints: number) => partOf(keptFen, basisPoints);

const cost: fc.Arbitrary<Cost> = fc.oneof(
  fc.record({
    name: fc.constant('percent'),
    kind: fc.constant('percent' as const),
    basisPoints: fc.nat(10_000),
  }),
  fc.record({
    name: fc.constant('each'),
    kind: fc.constant('perOrder' as const),
    amountFen: fc.integer({ min: 1, max: 5_000 }),
  }),
  fc.record({
    name: fc.constant('rent'),
    kind: fc.constant('perDay' as const),
    amountFen: fc.integer({ min: 1, max: 50_000 }),
  }),
  fc.record({ name: fc.constant('prizes'), kind: fc.constant('gift' as const) }),
);

/** Ratios that stay within the whole, whatever was drawn. */
const ratios = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 6 }).map((drawn) => {
  const total = Math.max(10_000, sum(drawn));
  return drawn.map((weight, index) => ({
    receiverId: `r${index}`,
    basisPoints: Math.max(1, Math.floor((weight * 9_990) / total)),
  }));
});

const terms: fc.Arbitrary<Terms> = fc.record({
  deductFee: fc.boolean(),
  costs: fc.array(cost, { maxLength: 4 }),
  ratios,
});

const figures = fc
  .record({
    grossFen: fc.oneof(fc.nat(200), fc.nat(1_000_000)),
    kept: fc.nat(10_000),
    feeBasisPoints: fc.oneof(fc.constant(60), fc.nat(1_000)),
    dayCostFen: fc.nat(30_000),
  })
  .map(({ grossFen, kept, feeBasisPoints, dayCostFen }) => ({
    grossFen,
    keptFen: partOf(grossFen, kept),
    feeBasisPoints,
    dayCostFen,
  }));

const orderOf = (
  rule: Terms,
  drawn: { grossFen: number; keptFen: number; feeBasisPoints: number; dayCostFen: number },
) => ({
  grossFen: drawn.grossFen,
  keptFen: drawn.keptFen,
  feeFen: feeOf(drawn.keptFen, drawn.feeBasisPoints),
  dayCostsFen: rule.costs.map((entry) => (isDayCost(entry) ? drawn.dayCostFen : 0)),
});

const runs = (numRuns: number) => ({ numRuns });
/** many cases on a machine that others use too */
const patienceMs = 120_000;

describe('the shares of an order', () => {
  it('are what the steps leave, divided by the ratios', () => {
    const rule: Terms = {
      deductFee: true,
      costs: [
        { name: '电费', kind: 'perOrder', amountFen: 100 },
        { name: '损耗', kind: 'percent', basisPoints: 1_000 },
      ],
      ratios: [
        { receiverId: 'owner', basisPoints: 3_000 },
        { receiverId: 'partner', basisPoints: 2_000 },
      ],
    };
    const shares = calculate(rule, { grossFen: 10_000, keptFen: 8_000, feeFen: 48, dayCostsFen: [0, 0] });
    expect(shares.steps).toEqual([
      { kind: 'refund', name: '', amountFen: 2_000, afterFen: 8_000 },
      { kind: 'fee', name: '', amountFen: 48, afterFen: 7_952 },
      { kind: 'perOrder', name: '电费', amountFen: 100, afterFen: 7_852 },
      { kind: 'percent', name: '损耗', amountFen: 785, afterFen: 7_067 },
    ]);
    expect(shares.baseFen).toBe(7_067);
    expect(shares.parts.map(({ amountFen }) => amountFen)).toEqual([2_120, 1_413]);
    expect(shares.restFen).toBe(7_952 - 2_120 - 1_413);
  });

  it('never give away more than the order brought, even when the fee is the merchant’s alone', () => {
    const rule: Terms = { deductFee: false, costs: [], ratios: [{ receiverId: 'a', basisPoints: 10_000 }] };
    const shares = calculate(rule, { grossFen: 1_000, keptFen: 1_000, feeFen: 6, dayCostsFen: [] });
    expect(shares.baseFen).toBe(1_000);
    expect(shares.parts).toEqual([{ receiverId: 'a', basisPoints: 10_000, amountFen: 994 }]);
    expect(shares.restFen).toBe(0);
  });

  it(
    'add up to what was kept, and nothing is below zero, for every rule and amount',
    () => {
      fc.assert(
        fc.property(terms, figures, (rule, drawn) => {
          const order = orderOf(rule, drawn);
          const { steps, baseFen, parts, restFen } = calculate(rule, order);
          const shared = parts.map(({ amountFen }) => amountFen);
          expect(sum(shared) + restFen + Math.min(order.feeFen, order.keptFen)).toBe(order.keptFen);
          expect(
            Math.min(baseFen, restFen, ...shared, ...steps.flatMap((s) => [s.amountFen, s.afterFen])),
          ).toBeGreaterThanOrEqual(0);
          expect(order.grossFen - sum(steps.map(({ amountFen }) => amountFen))).toBe(baseFen);
          expect(sum(shared)).toBeLessThanOrEqual(baseFen);
          // nobody is a fen or more away from the exact part
          for (const part of parts)
            if (rule.deductFee)
              expect(Math.abs(part.amountFen - (baseFen * part.basisPoints) / 10_000)).toBeLessThan(1);
        }),
        runs(60_000),
      );
    },
    patienceMs,
  );

  it(
    'are those of the kept amount after any sequence of partial refunds',
    () => {
      const refunds = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 6 });
      fc.assert(
        fc.property(terms, figures, refunds, (rule, drawn, shares) => {
          const given = new Map(rule.ratios.map(({ receiverId }) => [receiverId, 0]));
          let { keptFen } = drawn;
          const settle = () => {
            // what a run gives, or what a refund takes back: always the difference to what was given so far
            const target = calculate(rule, orderOf(rule, { ...drawn, keptFen }));
            for (const { receiverId, amountFen } of target.parts) {
              const change = amountFen - given.get(receiverId)!;
              given.set(receiverId, given.get(receiverId)! + change);
            }
          };
          settle();
          for (const share of shares) {
            keptFen -= partOf(keptFen, share);
            settle();
            const whole = calculate(rule, orderOf(rule, { ...drawn, keptFen }));
            expect([...given.values()]).toEqual(whole.parts.map(({ amountFen }) => amountFen));
            expect(sum([...given.values()])).toBeLessThanOrEqual(keptFen);
          }
          if (keptFen === 0) expect(sum([...given.values()])).toBe(0);
        }),
        runs(15_000),
      );
    },
    patienceMs,
  );
});

describe('the costs of a day', () => {
  const rule: Terms = {
    deductFee: true,
    costs: [{ name: '场租', kind: 'perDay', amountFen: 1_500 }],
    ratios: [{ receiverId: 'a', basisPoints: 5_000 }],
  };
  const orders = [1_000, 3_000, 2_001].map((grossFen) => ({ grossFen, keptFen: grossFen, feeFen: 0 }));

  it('are spread over the orders of the day by amount', () => {
    expect(spreadDayCosts(rule, orders, [1_500])).toEqual([[250], [750], [500]]);
  });

  it('come to the same when the orders are shared in several batches', () => {
    const first = spreadDayCosts(rule, orders, [1_500])[0]!;
    const rest = spreadDayCosts(rule, orders.slice(1), [1_500 - first[0]!]);
    expect([first, ...rest]).toEqual([[250], [750], [500]]);
  });

  it(
    'are borne in full when the day earned enough, never more, and by nobody beyond what is left of the order',
    () => {
      fc.assert(
        fc.property(
          terms,
          fc.array(figures, { maxLength: 12 }),
          fc.nat(60_000),
          (drawnRule, drawn, totalFen) => {
            const totals = drawnRule.costs.map((entry) => (isDayCost(entry) ? totalFen : 0));
            const day = drawn.map((order) => orderOf(drawnRule, order));
            const borne = spreadDayCosts(drawnRule, day, totals);
            const steps = day.map((order, index) =>
              calculate(drawnRule, { ...order, dayCostsFen: borne[index]! }).steps.slice(
                -drawnRule.costs.length,
              ),
            );
            drawnRule.costs.forEach((entry, place) => {
              if (!isDayCost(entry)) return;
              const taken = sum(borne.map((parts) => parts[place]!));
              expect(taken).toBeLessThanOrEqual(totals[place]!);
              // what an order was given to bear, it bears
              expect(steps.map((list) => list[place]!.amountFen)).toEqual(
                borne.map((parts) => parts[place]!),
              );
              // something stays with an order only when the cost is covered
              if (steps.some((list) => list[place]!.afterFen > 0)) expect(taken).toBe(totals[place]!);
            });
          },
        ),
        runs(10_000),
      );
    },
    patienceMs,
  );
});

describe('steps of several orders', () => {
  it(
    'add up from the gross to what is left',
    () => {
      fc.assert(
        fc.property(terms, fc.array(figures, { minLength: 1, maxLength: 8 }), (rule, orders) => {
          const shares = orders.map((drawn) => calculate(rule, orderOf(rule, drawn)));
          const grossFen = sum(orders.map((order) => order.grossFen));
          const total = addSteps(
            grossFen,
            shares.map(({ steps }) => steps),
          );
          expect(total.at(-1)?.afterFen).toBe(sum(shares.map(({ baseFen }) => baseFen)));
        }),
        runs(5_000),
      );
    },
    patienceMs,
  );
});

describe('agents', () => {
  it('get their ratio of the fee, less what those below them get', () => {
    const chain = [
      { agentId: 'top', basisPoints: 3_000 },
      { agentId: 'near', basisPoints: 1_200 },
    ];
    expect(agentParts(1_000, chain)).toEqual([
      { agentId: 'top', basisPoints: 1_800, amountFen: 180 },
      { agentId: 'near', basisPoints: 1_200, amountFen: 120 },
    ]);
  });

  it(
    'together never get more than the topmost ratio, and nobody pays in',
    () => {
      const chains = fc.array(fc.nat(10_000), { minLength: 1, maxLength: 5 });
      fc.assert(
        fc.property(fc.nat(1_000_000), chains, (feeFen, drawn) => {
          const parts = agentParts(
            feeFen,
            drawn.map((basisPoints, index) => ({ agentId: `a${index}`, basisPoints })),
          );
          expect(sum(parts.map(({ amountFen }) => amountFen))).toBe(partOf(feeFen, drawn[0]!));
          expect(Math.min(...parts.map(({ amountFen }) => amountFen))).toBeGreaterThanOrEqual(0);
        }),
        runs(15_000),
      );
    },
    patienceMs,
  );
});
