import type { WeekPeriod } from '#kit/contract/schemas.ts';
import type { noteValuesYuan } from '#kit/protocol/types/groups.ts';

/** What the rules of a site are made of. A version keeps them as they stand here. */
export const packageKinds = ['coins', 'stored', 'points'] as const;
export type PackageKind = (typeof packageKinds)[number];

/** What a discount may be for: plays at the machine's own price, every kind of packages, and goods of machines and the shop. */
export const pricedThings = ['play', ...packageKinds, 'goods'] as const;
export type PricedThing = (typeof pricedThings)[number];

export const audiences = ['everyone', 'first', 'returning'] as const;
export type Audience = (typeof audiences)[number];

export const roundings = ['fen', 'jiao', 'yuan'] as const;
export type Rounding = (typeof roundings)[number];

/** When something holds: between two days, both of them in, and within hours of the week; empty: always. */
export interface Term {
  fromDay: string | null;
  toDay: string | null;
  hours: WeekPeriod[];
}

export interface PackageRule extends Term {
  id: string;
  kind: PackageKind;
  /** null: for every machine of the site that has none */
  deviceId: string | null;
  name: string;
  priceFen: number;
  coins: number;
  bonusCoins: number;
  /** into the player's account; on top of stored value, or all that a package of points gives */
  points: number;
  active: boolean;
  recommended: boolean;
  audience: Audience;
  /** for those who return: so many days without paying here */
  awayDays: number | null;
  perPlayer: number | null;
  perPlayerDay: number | null;
  /** whether discounts of the time and of the member's level lower its price too */
  discountable: boolean;
  /** whether the discount of a benefit card lowers its price; cards promise it, so it does unless the merchant says not */
  withCards: boolean;
}

export interface DiscountRule extends Term {
  id: string;
  name: string;
  /** what is left to pay: 9900 is 99 % */
  basisPoints: number;
  things: PricedThing[];
  /** holds together with the discount of a member's level; otherwise the better of the two holds */
  withLevel: boolean;
  active: boolean;
}

/** Coins on top of those a banknote gives at a coin exchange. */
export interface NoteBonus {
  yuan: (typeof noteValuesYuan)[number];
  bonusCoins: number;
}

export interface PriceRules {
  rounding: Rounding;
  packages: PackageRule[];
  discounts: DiscountRule[];
  /** machines give these by themselves, once they were told */
  notes: NoteBonus[];
}

export const noRules: PriceRules = { rounding: 'fen', packages: [], discounts: [], notes: [] };
