import { describe, expect, it } from 'vitest';
import { noRules, type PackageRule, type PriceRules } from '../contract/price-rules.ts';
import type { CardDiscount, Circumstances } from '../rules/circumstances.ts';
import { plainPackage } from '../rules/default-packages.ts';
import { priceChoice } from '../rules/price.ts';

const pack: PackageRule = {
  ...plainPackage,
  id: 'p',
  kind: 'coins',
  deviceId: null,
  name: 'hundred',
  priceFen: 10_000,
  coins: 100,
  bonusCoins: 0,
  points: 0,
  recommended: false,
  discountable: true,
};
const discount = {
  id: 'd',
  name: 'morning',
  basisPoints: 9000,
  things: ['coins' as const],
  withLevel: true,
  active: true,
  fromDay: null,
  toDay: null,
  hours: [],
};
const rules: PriceRules = { ...noRules, packages: [pack], discounts: [discount] };
const around: Circumstances = {
  at: new Date('2026-11-17T04:00:00Z'),
  deviceId: null,
  playFen: 200,
  coinPrice: null,
  level: { name: 'gold', basisPoints: 9500 },
  player: null,
};
const card = (changes: Partial<CardDiscount>): CardDiscount => ({
  id: 'c',
  name: 'month',
  basisPoints: 9000,
  withOthers: false,
  ...changes,
});
const priced = (cards: CardDiscount[], given = rules) => {
  const { price } = priceChoice(given, { packageId: 'p' }, { ...around, cards });
  return { totalFen: price?.totalFen, lines: price?.lines.map(({ kind, amountFen }) => [kind, amountFen]) };
};

describe('the discount of a card', () => {
  it('comes after discounts of the time and the level where it goes together with them', () => {
    expect(priced([card({ withOthers: true })])).toEqual({
      totalFen: 7695,
      lines: [
        ['base', 10_000],
        ['timeDiscount', -1000],
        ['levelDiscount', -450],
        ['cardDiscount', -855],
      ],
    });
  });

  it('otherwise holds alone, and only where it is cheaper than the others together', () => {
    expect(priced([card({ basisPoints: 9000 })]).totalFen).toBe(8550);
    expect(priced([card({ basisPoints: 8000 })])).toEqual({
      totalFen: 8000,
      lines: [
        ['base', 10_000],
        ['cardDiscount', -2000],
      ],
    });
  });

  it('is that of one card, the cheapest, whatever their order', () => {
    const cards = [card({ id: 'a', basisPoints: 7000 }), card({ id: 'b', basisPoints: 6000 })];
    expect(priced(cards).totalFen).toBe(6000);
    expect(priced(cards.toReversed())).toEqual(priced(cards));
  });

  it('holds on an ordinary package, alone, unless the merchant says not', () => {
    const ordinary = { ...rules, packages: [{ ...pack, discountable: plainPackage.discountable }] };
    expect(priced([card({ withOthers: true })], ordinary)).toEqual({
      totalFen: 9000,
      lines: [
        ['base', 10_000],
        ['cardDiscount', -1000],
      ],
    });
    const without = { ...rules, packages: [{ ...pack, withCards: false }] };
    expect(priced([card({ basisPoints: 100 })], without).totalFen).toBe(8550);
  });

  it('is before the rounding, and neither for fixed prices nor for plays', () => {
    const round: PriceRules = { ...rules, rounding: 'yuan', discounts: [] };
    expect(priced([card({ basisPoints: 7777 })], round).lines).toEqual([
      ['base', 10_000],
      ['cardDiscount', -2223],
      ['rounding', -77],
    ]);
    const fixed = { ...rules, packages: [{ ...pack, discountable: false, withCards: false }] };
    expect(priced([card({ basisPoints: 100 })], fixed).totalFen).toBe(10_000);
    const plays = { ...around, level: null, cards: [card({ basisPoints: 100 })] };
    expect(priceChoice(rules, { plays: 1 }, plays).price?.totalFen).toBe(200);
  });
});
