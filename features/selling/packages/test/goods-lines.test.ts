import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noRules, type PriceRules } from '../contract/price-rules.ts';
import type { CardDiscount, Circumstances } from '../rules/circumstances.ts';
import { mostGoodsFen, priceChoice } from '../rules/price.ts';

const around: Circumstances = {
  at: new Date('2026-11-17T04:00:00Z'),
  deviceId: null,
  playFen: null,
  coinPrice: null,
  level: null,
  player: null,
};
const card: CardDiscount = { id: 'c', name: 'month', basisPoints: 9000, withOthers: true };
const level = { name: 'gold', basisPoints: 9500 };
const goods = [
  { name: 'cup', pieces: 2, unitFen: 1990 },
  { name: 'star blue', pieces: 1, unitFen: 3500 },
];
const everyDay: PriceRules['discounts'][number] = {
  id: 'd',
  name: 'morning',
  basisPoints: 5000,
  things: ['play', 'coins', 'stored', 'points'],
  withLevel: true,
  active: true,
  fromDay: null,
  toDay: null,
  hours: [],
};

describe('goods of a shop', () => {
  it('cost what their owner has set, thing by thing', () => {
    const { price } = priceChoice(noRules, { goods }, around);
    expect(price?.totalFen).toBe(7480);
    expect(price?.lines.map(({ kind, name, amountFen }) => [kind, name, amountFen])).toEqual([
      ['base', 'cup × 2', 3980],
      ['base', 'star blue × 1', 3500],
    ]);
  });

  it('are cheaper by the level and by a card, one after the other, and rounded as the site does', () => {
    const { price } = priceChoice(
      { ...noRules, rounding: 'jiao' },
      { goods },
      { ...around, level, cards: [card] },
    );
    expect(price?.lines.slice(2).map(({ kind, amountFen }) => [kind, amountFen])).toEqual([
      ['levelDiscount', -374],
      ['cardDiscount', -711],
      ['rounding', -5],
    ]);
    expect(price?.totalFen).toBe(6390);
  });

  it('have the better of both where the card stands alone', () => {
    const alone = { ...card, withOthers: false };
    const { price } = priceChoice(noRules, { goods }, { ...around, level, cards: [alone] });
    expect(price?.totalFen).toBe(6732);
    expect(price?.lines.at(-1)?.kind).toBe('cardDiscount');
  });

  it('know a discount of the time that names goods, and none that is for plays and packages', () => {
    const costs = (things: typeof everyDay.things) =>
      priceChoice({ ...noRules, discounts: [{ ...everyDay, things }] }, { goods }, around).price?.totalFen;
    expect(costs(['play', 'coins', 'stored', 'points'])).toBe(7480);
    expect(costs(['goods'])).toBe(3740);
  });

  it.each([
    ['nothing', []],
    ['no piece', [{ name: 'cup', pieces: 0, unitFen: 100 }]],
    ['half a piece', [{ name: 'cup', pieces: 0.5, unitFen: 100 }]],
    ['no price', [{ name: 'cup', pieces: 1, unitFen: 0 }]],
    ['too much', [{ name: 'cup', pieces: 2, unitFen: mostGoodsFen }]],
  ])('are refused: %s', (_, wanted) => {
    expect(priceChoice(noRules, { goods: wanted }, around)).toEqual({ price: null, refused: 'noPrice' });
  });

  it('always cost at least a fen, and lines that add up', () => {
    const one = fc.record({
      name: fc.string({ minLength: 1 }),
      pieces: fc.integer({ min: 1, max: 99 }),
      unitFen: fc.integer({ min: 1, max: 9000 }),
    });
    const points = fc.integer({ min: 0, max: 10_000 });
    const cases = [fc.array(one, { minLength: 1, maxLength: 30 }), points, points, fc.boolean()] as const;
    fc.assert(
      fc.property(...cases, (wanted, ofLevel, ofCard, withOthers) => {
        const cards = [{ ...card, basisPoints: ofCard, withOthers }];
        const now = { ...around, level: { name: 'gold', basisPoints: ofLevel }, cards };
        const { price } = priceChoice({ ...noRules, rounding: 'yuan' }, { goods: wanted }, now);
        const full = wanted.reduce((sum, { pieces, unitFen }) => sum + pieces * unitFen, 0);
        expect(price?.totalFen).toBeGreaterThanOrEqual(1);
        expect(price?.totalFen).toBeLessThanOrEqual(full);
        expect(price?.lines.reduce((sum, { amountFen }) => sum + amountFen, 0)).toBe(price?.totalFen);
      }),
    );
  });
});

describe('pieces of a machine', () => {
  const rules: PriceRules = { ...noRules, rounding: 'jiao', discounts: [{ ...everyDay, things: ['goods'] }] };
  const pieces = [
    { name: 'cola', pieces: 3, unitFen: 355 },
    { name: 'tea', pieces: 1, unitFen: 410 },
  ];

  it('are lowered one by one: each thing has its price, and beneath it what is taken off and why', () => {
    const { price } = priceChoice(rules, { pieces }, { ...around, level, cards: [card] });
    expect(price?.lines.map(({ kind, name, amountFen }) => [kind, name, amountFen])).toEqual([
      ['base', 'cola × 3', 1065],
      ['timeDiscount', 'morning', -531],
      ['levelDiscount', 'gold', -27],
      ['cardDiscount', 'month', -51],
      ['rounding', null, -6],
      ['base', 'tea × 1', 410],
      ['timeDiscount', 'morning', -205],
      ['levelDiscount', 'gold', -10],
      ['cardDiscount', 'month', -19],
      ['rounding', null, -6],
    ]);
    expect(price).toMatchObject({ parts: [450, 170], totalFen: 620, discountId: 'd' });
  });

  it.each([
    ['a discount', rules, {}, 178],
    ['the level', noRules, { level }, 337],
    ['a card', noRules, { cards: [card] }, 320],
    ['nothing', noRules, {}, 355],
  ])('cost by %s what the shelf shows for one, however many', (_, by, benefits, eachFen) => {
    const now = { ...around, ...benefits };
    for (const pieces of [1, 2, 7]) {
      const { price } = priceChoice(
        { ...by, rounding: 'fen' },
        { pieces: [{ name: 'cola', pieces, unitFen: 355 }] },
        now,
      );
      expect(price).toMatchObject({ totalFen: pieces * eachFen, parts: [pieces * eachFen] });
    }
  });

  it('have parts that add up to the price, and lines that do, whatever lowers them', () => {
    const one = fc.record({
      name: fc.constantFrom('cola', 'tea'),
      pieces: fc.integer({ min: 1, max: 10 }),
      unitFen: fc.integer({ min: 1, max: 9000 }),
    });
    const points = fc.integer({ min: 0, max: 10_000 });
    const cases = [fc.array(one, { minLength: 1, maxLength: 20 }), points, points, fc.boolean()] as const;
    fc.assert(
      fc.property(...cases, (wanted, ofLevel, ofCard, withOthers) => {
        const cards = [{ ...card, basisPoints: ofCard, withOthers }];
        const now = { ...around, level: { name: 'gold', basisPoints: ofLevel }, cards };
        const { price } = priceChoice(rules, { pieces: wanted }, now);
        const sum = (amounts: readonly number[] = []) => amounts.reduce((all, amount) => all + amount, 0);
        expect(sum(price?.parts)).toBe(price?.totalFen);
        expect(sum(price?.lines.map(({ amountFen }) => amountFen))).toBe(price?.totalFen);
        wanted.forEach(({ pieces, unitFen }, place) => {
          const part = price?.parts?.[place] ?? 0;
          expect(part).toBeGreaterThanOrEqual(pieces);
          expect(part).toBeLessThanOrEqual(pieces * unitFen);
          expect(part % pieces).toBe(0);
        });
      }),
    );
  });

  it('are refused without a piece or a price', () => {
    for (const wanted of [
      [],
      [{ name: 'cola', pieces: 0, unitFen: 100 }],
      [{ name: 'cola', pieces: 1, unitFen: 0 }],
    ])
      expect(priceChoice(noRules, { pieces: wanted }, around)).toEqual({ price: null, refused: 'noPrice' });
  });
});
