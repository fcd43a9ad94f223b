import { partOf, wholeBasisPoints } from '#kit/kernel/money.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type {
  DiscountRule,
  PackageKind,
  PackageRule,
  PricedThing,
  PriceRules,
  Rounding,
} from '../contract/price-rules.ts';
import { termStanding } from './term-rules.ts';

export type Choice = { packageId: string } | { plays: number };

/** What is known of the player at this merchant. */
export interface PlayerPast {
  /** the last payment before this one; null: never paid here */
  lastPaidAt: Date | null;
  /** by package: how often it was bought, and how often of that today */
  bought: Readonly<Record<string, { ever: number; today: number }>>;
}

/** All that a price depends on besides the rules. The same circumstances and rules give the same price for ever. */
export interface Circumstances {
  at: Date;
  deviceId: string | null;
  /** what a play costs on this machine */
  playFen: number | null;
  /** what so many coins cost without a package, for comparison */
  coinPrice: { fen: number; coins: number } | null;
  level: { name: string; basisPoints: number } | null;
  /** null: nobody knows who it is */
  player: PlayerPast | null;
}

export const lineKinds = ['base', 'package', 'timeDiscount', 'levelDiscount', 'rounding'] as const;
export type LineKind = (typeof lineKinds)[number];

/** The amounts of all lines add up to the price; the first is what it costs without anything taken off. */
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
}

export const refusals = [
  'unknown',
  'notHere',
  'off',
  'notYet',
  'over',
  'notNow',
  'needsPlayer',
  'onlyFirst',
  'onlyReturning',
  'limitReached',
  'noPrice',
] as const;
export type Refusal = (typeof refusals)[number];
export type Priced = { price: Price; refused: null } | { price: null; refused: Refusal };

export const mostPlays = 100;
const unitFen: Record<Rounding, number> = { fen: 1, jiao: 10, yuan: 100 };

/** A machine with packages of a kind of its own sells those, and none of that kind of its site. */
function packagesAt(rules: PriceRules, kind: PackageKind, deviceId: string | null): PackageRule[] {
  const ofKind = rules.packages.filter((one) => one.kind === kind);
  const own = deviceId === null ? [] : ofKind.filter((one) => one.deviceId === deviceId && one.active);
  return own.length > 0 ? own : ofKind.filter((one) => one.deviceId === null);
}

export const isSoldAt = (rules: PriceRules, one: PackageRule, deviceId: string | null): boolean =>
  packagesAt(rules, one.kind, deviceId).includes(one);

function refusalOfPlayer(one: PackageRule, { player, at }: Circumstances): Refusal | null {
  const asksWho = one.audience !== 'everyone' || one.perPlayer !== null || one.perPlayerDay !== null;
  if (!asksWho) return null;
  if (!player) return 'needsPlayer';
  const { lastPaidAt } = player;
  // What was ordered in another tab and is not paid yet counts too: such an offer is given once.
  const taken = Object.values(player.bought);
  if (one.audience === 'first' && (lastPaidAt !== null || taken.some(({ ever }) => ever > 0)))
    return 'onlyFirst';
  if (one.audience === 'returning') {
    const awayMs = lastPaidAt === null ? -1 : at.getTime() - lastPaidAt.getTime();
    if (awayMs < (one.awayDays ?? 0) * dayMs || taken.some(({ today }) => today > 0)) return 'onlyReturning';
  }
  const { ever, today } = player.bought[one.id] ?? { ever: 0, today: 0 };
  const isUsedUp =
    (one.perPlayer !== null && ever >= one.perPlayer) ||
    (one.perPlayerDay !== null && today >= one.perPlayerDay);
  return isUsedUp ? 'limitReached' : null;
}

function refusalOf(rules: PriceRules, one: PackageRule, circumstances: Circumstances): Refusal | null {
  if (!isSoldAt(rules, one, circumstances.deviceId)) return 'notHere';
  if (!one.active) return 'off';
  const standing = termStanding(one, circumstances.at);
  if (standing !== 'holds') return standing;
  if (one.priceFen <= 0) return 'noPrice';
  return refusalOfPlayer(one, circumstances);
}

/** What is left of an amount; nothing becomes free by a discount. */
const leftOf = (amountFen: number, basisPoints: number): number =>
  Math.max(1, partOf(amountFen, Math.min(basisPoints, wholeBasisPoints)));

interface Reduction {
  discount: DiscountRule | null;
  level: Circumstances['level'];
}

function lowered(amountFen: number, { discount, level }: Reduction): number {
  const timed = discount ? leftOf(amountFen, discount.basisPoints) : amountFen;
  return level ? leftOf(timed, level.basisPoints) : timed;
}

/**
 * One discount of the time at most, and with it the member's level where that discount says so: of all that is allowed
 * the cheapest. Where two are as cheap, the one with less in it, then the one with the smaller id, whatever their order.
 */
function bestReduction(
  rules: PriceRules,
  thing: PricedThing,
  amountFen: number,
  now: Circumstances,
): Reduction {
  const { level, at } = now;
  const running = rules.discounts
    .filter((one) => one.active && one.things.includes(thing) && termStanding(one, at) === 'holds')
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const allowed: Reduction[] = [
    { discount: null, level: null },
    ...running.map((discount) => ({ discount, level: null })),
    ...(level ? [{ discount: null, level }] : []),
    ...(level ? running.filter(({ withLevel }) => withLevel).map((discount) => ({ discount, level })) : []),
  ];
  return allowed.reduce((best, one) => (lowered(amountFen, one) < lowered(amountFen, best) ? one : best));
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
  discountable: boolean,
): Pick<Price, 'lines' | 'totalFen' | 'discountId'> {
  const beforeFen = lines.reduce((sum, { amountFen }) => sum + amountFen, 0);
  if (!discountable) return { lines, totalFen: beforeFen, discountId: null };
  const { discount, level } = bestReduction(rules, thing, beforeFen, circumstances);
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

function pricePlays(rules: PriceRules, plays: number, circumstances: Circumstances): Priced {
  const { playFen } = circumstances;
  const isSensible = Number.isInteger(plays) && plays >= 1 && plays <= mostPlays;
  if (!isSensible || playFen === null || playFen <= 0) return { price: null, refused: 'noPrice' };
  const reduced = withReductions(rules, 'play', [line('base', plays * playFen)], circumstances, true);
  return { price: { ...reduced, packageId: null, coins: null, bonusCoins: 0, points: 0 }, refused: null };
}

function pricePackage(rules: PriceRules, one: PackageRule, circumstances: Circumstances): Priced {
  const refused = refusalOf(rules, one, circumstances);
  if (refused) return { price: null, refused };
  const lines = packageLines(one, circumstances);
  const reduced = withReductions(rules, one.kind, lines, circumstances, one.discountable);
  const { id: packageId, coins, bonusCoins, points } = one;
  return { price: { ...reduced, packageId, coins, bonusCoins, points }, refused: null };
}

/** What a choice costs, line by line, or why it can not be had. */
export function priceChoice(rules: PriceRules, choice: Choice, circumstances: Circumstances): Priced {
  if ('plays' in choice) return pricePlays(rules, choice.plays, circumstances);
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
