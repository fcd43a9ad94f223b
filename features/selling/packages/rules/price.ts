import { partOf, wholeBasisPoints } from '#kit/kernel/money.ts';
import type {
  DiscountRule,
  PackageRule,
  PricedThing,
  PriceRules,
  Rounding,
} from '../contract/price-rules.ts';
import type { CardDiscount, Circumstances } from './circumstances.ts';
import { type Refusal, refusalOf } from './package-refusals.ts';
import { termStanding } from './term-rules.ts';

/** Pieces of one thing out of a shop or a machine, at the price that its owner has set. */
export interface GoodsChoice {
  name: string;
  pieces: number;
  unitFen: number;
}

/** `goods` are a cart, priced as a whole; `pieces` come out of a machine one by one and are priced one by one. */
export type Choice =
  | { packageId: string }
  | { plays: number }
  | { goods: readonly GoodsChoice[] }
  | { pieces: readonly GoodsChoice[] };

/** In the order in which they are worked out and shown. */
export const lineKinds = [
  'base',
  'package',
  'timeDiscount',
  'levelDiscount',
  'cardDiscount',
  'rounding',
] as const;
export type LineKind = (typeof lineKinds)[number];

/** The amounts of all lines add up to the price; `base` is what it costs without anything taken off, goods one by one. */
export interface PriceLine {
  kind: LineKind;
  /** of the package, discount or level */
  name: string | null;
  basisPoints: number | null;
  amountFen: number;
}

export interface Price {
  lines: PriceLine[];
  totalFen: number;
  packageId: string | null;
  discountId: string | null;
  /** what a package gives; null for plays */
  coins: number | null;
  bonusCoins: number;
  points: number;
  /** of pieces: what each entry of the choice costs, in its order; they add up to the price */
  parts?: number[];
}

export type Priced = { price: Price; refused: null } | { price: null; refused: Refusal };

export const mostPlays = 100;
const unitFen: Record<Rounding, number> = { fen: 1, jiao: 10, yuan: 100 };

/** What is left of an amount; nothing becomes free by a discount. */
const leftOf = (amountFen: number, basisPoints: number): number =>
  Math.max(1, partOf(amountFen, Math.min(basisPoints, wholeBasisPoints)));

interface Reduction {
  discount: DiscountRule | null;
  level: Circumstances['level'];
  card: CardDiscount | null;
}

/** One after the other: each takes its part of what the one before has left. */
const lowered = (amountFen: number, { discount, level, card }: Reduction): number =>
  [discount, level, card].reduce((left, one) => (one ? leftOf(left, one.basisPoints) : left), amountFen);

const partsIn = ({ discount, level, card }: Reduction): number =>
  [discount, level, card].filter((one) => one !== null).length;

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

/** Cards are for packages and goods; one that does not go together with others stands alone. */
function withCards(
  allowed: readonly Reduction[],
  thing: PricedThing,
  cards: Circumstances['cards'] = [],
): Reduction[] {
  if (thing === 'play') return [...allowed];
  return [
    ...allowed,
    ...cards
      .toSorted(byId)
      .flatMap((card) =>
        allowed
          .filter((one) => card.withOthers || partsIn(one) === 0)
          .map((one): Reduction => ({ ...one, card })),
      ),
  ].sort((a, b) => partsIn(a) - partsIn(b));
}

/** What may lower a price: discounts of the time and the level, and cards. */
interface Lowers {
  discounts: boolean;
  cards: boolean;
}
const everything: Lowers = { discounts: true, cards: true };

/**
 * One discount of the time at most, with it the member's level where that discount says so, and one card on top where that
 * card says so: of all that is allowed the cheapest. Where two are as cheap, the one with less in it, then the one with the
 * smaller id, whatever their order.
 */
function bestReduction(
  rules: PriceRules,
  thing: PricedThing,
  amountFen: number,
  now: Circumstances,
  lowers: Lowers,
): Reduction {
  const level = lowers.discounts ? now.level : null;
  const running = (lowers.discounts ? rules.discounts : [])
    .filter(({ active, things }) => active && things.includes(thing))
    .filter((one) => termStanding(one, now.at, now.clock) === 'holds')
    .sort(byId);
  const none: Reduction = { discount: null, level: null, card: null };
  const allowed: Reduction[] = [
    none,
    ...running.map((discount) => ({ ...none, discount })),
    ...(level ? [{ ...none, level }] : []),
    ...(level
      ? running.filter(({ withLevel }) => withLevel).map((discount) => ({ ...none, discount, level }))
      : []),
  ];
  return withCards(allowed, thing, lowers.cards ? now.cards : []).reduce((best, one) =>
    lowered(amountFen, one) < lowered(amountFen, best) ? one : best,
  );
}

/** Takes off what discounts leave below a jiao or a yuan; a price that people typed stays as it is. */
function roundedOff(amountFen: number, rounding: Rounding): number {
  const whole = amountFen - (amountFen % unitFen[rounding]);
  return whole > 0 ? whole : amountFen;
}

function withReductions(
  rules: PriceRules,
  thing: PricedThing,
  lines: PriceLine[],
  circumstances: Circumstances,
  lowers: Lowers,
): Pick<Price, 'lines' | 'totalFen' | 'discountId'> {
  const beforeFen = lines.reduce((sum, { amountFen }) => sum + amountFen, 0);
  const { discount, level, card } = bestReduction(rules, thing, beforeFen, circumstances, lowers);
  const all = [...lines];
  let totalFen = beforeFen;
  const lowerTo = (nextFen: number, line: Omit<PriceLine, 'amountFen'>) => {
    if (nextFen !== totalFen) all.push({ ...line, amountFen: nextFen - totalFen });
    totalFen = nextFen;
  };
  if (discount) {
    const { name, basisPoints } = discount;
    lowerTo(leftOf(totalFen, basisPoints), { kind: 'timeDiscount', name, basisPoints });
  }
  if (level) lowerTo(leftOf(totalFen, level.basisPoints), { kind: 'levelDiscount', ...level });
  if (card) {
    const { name, basisPoints } = card;
    lowerTo(leftOf(totalFen, basisPoints), { kind: 'cardDiscount', name, basisPoints });
  }
  if (totalFen < beforeFen)
    lowerTo(roundedOff(totalFen, rules.rounding), { kind: 'rounding', name: null, basisPoints: null });
  return { lines: all, totalFen, discountId: discount?.id ?? null };
}

const line = (kind: LineKind, amountFen: number, name: string | null = null): PriceLine => ({
  kind,
  name,
  basisPoints: null,
  amountFen,
});

/** What the coins would cost one by one, where that is more; then what the package takes off. */
function packageLines(one: PackageRule, { coinPrice }: Circumstances): PriceLine[] {
  const usualFen = coinPrice
    ? Math.floor(((one.coins + one.bonusCoins) * coinPrice.fen) / coinPrice.coins)
    : one.priceFen;
  if (usualFen <= one.priceFen) return [line('base', one.priceFen, one.name)];
  return [line('base', usualFen), line('package', one.priceFen - usualFen, one.name)];
}

const noPackage = { packageId: null, coins: null, bonusCoins: 0, points: 0 } as const;

function pricePlays(rules: PriceRules, plays: number, circumstances: Circumstances): Priced {
  const { playFen } = circumstances;
  const mayBe = Number.isInteger(plays) && plays >= 1 && plays <= mostPlays;
  if (!mayBe || playFen === null || playFen <= 0) return { price: null, refused: 'noPrice' };
  const reduced = withReductions(rules, 'play', [line('base', plays * playFen)], circumstances, everything);
  return { price: { ...reduced, ...noPackage }, refused: null };
}

const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

/** Above it a price is a slip of somebody's hand: the books could hold it, people would not. */
export const mostGoodsFen = 99_999_999;

const isSensible = (goods: readonly GoodsChoice[]): boolean =>
  goods.length > 0 &&
  goods.every(({ pieces, unitFen }) => isWhole(pieces) && isWhole(unitFen)) &&
  goods.reduce((sum, { pieces, unitFen }) => sum + pieces * unitFen, 0) <= mostGoodsFen;

const goodsName = ({ name, pieces }: GoodsChoice): string => `${name} × ${pieces}`;

function priceGoods(rules: PriceRules, goods: readonly GoodsChoice[], circumstances: Circumstances): Priced {
  if (!isSensible(goods)) return { price: null, refused: 'noPrice' };
  const lines = goods.map((one) => line('base', one.pieces * one.unitFen, goodsName(one)));
  const reduced = withReductions(rules, 'goods', lines, circumstances, everything);
  return { price: { ...reduced, ...noPackage }, refused: null };
}

/**
 * A machine may fail to give any single piece. So one piece costs the same whatever else is bought with it: what the shelf
 * shows is paid for each, and goes back for each that did not come. Lines stand thing by thing: its price, then what is off.
 */
function pricePieces(rules: PriceRules, goods: readonly GoodsChoice[], circumstances: Circumstances): Priced {
  if (!isSensible(goods)) return { price: null, refused: 'noPrice' };
  const each = goods.map((one) => {
    const base = line('base', one.unitFen, goodsName(one));
    const { lines, totalFen, discountId } = withReductions(rules, 'goods', [base], circumstances, everything);
    return {
      lines: lines.map((part) => ({ ...part, amountFen: part.amountFen * one.pieces })),
      costsFen: totalFen * one.pieces,
      discountId,
    };
  });
  const parts = each.map(({ costsFen }) => costsFen);
  return {
    price: {
      ...noPackage,
      lines: each.flatMap(({ lines }) => lines),
      totalFen: parts.reduce((sum, fen) => sum + fen, 0),
      discountId: each.find(({ discountId }) => discountId !== null)?.discountId ?? null,
      parts,
    },
    refused: null,
  };
}

function pricePackage(rules: PriceRules, one: PackageRule, circumstances: Circumstances): Priced {
  const refused = refusalOf(rules, one, circumstances);
  if (refused) return { price: null, refused };
  const lines = packageLines(one, circumstances);
  const lowers = { discounts: one.discountable, cards: one.withCards };
  const reduced = withReductions(rules, one.kind, lines, circumstances, lowers);
  const { id: packageId, coins, bonusCoins, points } = one;
  return { price: { ...reduced, packageId, coins, bonusCoins, points }, refused: null };
}

/** What a choice costs, line by line, or why it can not be had. */
export function priceChoice(rules: PriceRules, choice: Choice, circumstances: Circumstances): Priced {
  if ('plays' in choice) return pricePlays(rules, choice.plays, circumstances);
  if ('goods' in choice) return priceGoods(rules, choice.goods, circumstances);
  if ('pieces' in choice) return pricePieces(rules, choice.pieces, circumstances);
  const one = rules.packages.find(({ id }) => id === choice.packageId);
  return one ? pricePackage(rules, one, circumstances) : { price: null, refused: 'unknown' };
}

/** Refusals that may pass, or that a log-in may lift: people see such an offer, with the reason. */
const shownRefusals: readonly Refusal[] = ['notNow', 'limitReached', 'needsPlayer'];

export type PricedOffer = { rule: PackageRule } & Priced;

/** What is on sale at a machine, in the order of the rules: with its price, or with why not now. */
export const offersAt = (rules: PriceRules, circumstances: Circumstances): PricedOffer[] =>
  rules.packages
    .map((rule) => ({ rule, ...pricePackage(rules, rule, circumstances) }))
    .filter(({ refused }) => refused === null || shownRefusals.includes(refused));
