import fc from 'fast-check';
import { expect, it } from 'vitest';
import { feeParts, ladderOf, ratesOf, withdrawalFee } from '../rules/fee-rules.ts';

const amount = fc.integer({ min: 0, max: 10_000_000_00 });
const rate = fc.integer({ min: 0, max: 1000 });
const chain = fc
  .array(fc.option(rate, { nil: undefined }), { minLength: 1, maxLength: 5 })
  .map((rates) => rates.map((basisPoints, index) => ({ tenantId: `10000${index}`, basisPoints })));
const ladder = chain.map((set) => ladderOf(set, 60, '000000'));
const runs = { numRuns: 2000 };

it('divides a fee into parts that add up to what the merchant was told', () => {
  fc.assert(
    fc.property(amount, ladder, (amountFen, steps) => {
      const { totalFen, parts } = feeParts(amountFen, steps);
      expect(parts.reduce((sum, part) => sum + part.amountFen, 0)).toBe(totalFen);
      expect(parts.every((part) => part.amountFen >= 0)).toBe(true);
      const last = steps.at(-1)?.basisPoints ?? 0;
      expect(totalFen).toBe(Math.floor((amountFen * last * 2 + 10_000) / 20_000));
    }),
    runs,
  );
});

it('takes no less of a larger amount', () => {
  fc.assert(
    fc.property(amount, amount, ladder, (one, other, steps) => {
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      expect(feeParts(less, steps).totalFen).toBeLessThanOrEqual(feeParts(more, steps).totalFen);
    }),
    runs,
  );
});

it('gives back exactly what refunds free, however a payment is refunded in parts', () => {
  fc.assert(
    fc.property(amount, fc.array(fc.nat(1000), { maxLength: 6 }), ladder, (paid, cuts, steps) => {
      let kept = paid;
      const held = feeParts(paid, steps).parts.map((part) => part.amountFen);
      for (const cut of cuts) {
        const refunded = Math.min(kept, Math.floor((paid * cut) / 1000));
        const before = feeParts(kept, steps).parts;
        const after = feeParts(kept - refunded, steps).parts;
        for (const [index, part] of after.entries())
          held[index] = (held[index] ?? 0) + part.amountFen - (before[index]?.amountFen ?? 0);
        kept -= refunded;
      }
      expect(held).toEqual(feeParts(kept, steps).parts.map((part) => part.amountFen));
    }),
    runs,
  );
});

it('never lets anybody earn less than nothing, whatever rates were set above and below', () => {
  fc.assert(
    fc.property(chain, (set) => {
      const rates = ratesOf(set, 60);
      expect(rates).toEqual([...rates].sort((a, b) => a - b));
      const own = set.at(-1)?.basisPoints;
      // the one who pays is never asked for more than was agreed
      if (own !== undefined) expect(rates.at(-1)).toBe(own);
    }),
    runs,
  );
});

it('names the platform first and then the agents from the top down', () => {
  const steps = ladderOf(
    [
      { tenantId: '100001', basisPoints: 38 },
      { tenantId: '100004', basisPoints: 45 },
      { tenantId: '100003', basisPoints: undefined },
    ],
    60,
    '000000',
  );
  expect(steps).toEqual([
    { tenantId: '000000', walletId: null, basisPoints: 38 },
    { tenantId: '100001', walletId: '100001', basisPoints: 45 },
    { tenantId: '100004', walletId: '100004', basisPoints: 60 },
  ]);
  const { totalFen, parts } = feeParts(10_000_00, steps);
  expect(totalFen).toBe(60_00);
  expect(parts.map((part) => part.amountFen)).toEqual([38_00, 7_00, 15_00]);
});

it('lets an organisation without an own rate pay at least what the agent above pays', () => {
  expect(
    ratesOf(
      [
        { tenantId: '1', basisPoints: 80 },
        { tenantId: '2', basisPoints: undefined },
      ],
      60,
    ),
  ).toEqual([80, 80]);
});

it('takes a withdrawal fee by rate, but at least the set sum and never more than there is', () => {
  expect(withdrawalFee(100_00, { basisPoints: 60, minimumFen: 0 })).toEqual({
    feeFen: 60,
    arrivesFen: 99_40,
  });
  expect(withdrawalFee(100_00, { basisPoints: 60, minimumFen: 100 })).toEqual({
    feeFen: 100,
    arrivesFen: 99_00,
  });
  expect(withdrawalFee(50, { basisPoints: 0, minimumFen: 100 })).toEqual({ feeFen: 50, arrivesFen: 0 });
});
