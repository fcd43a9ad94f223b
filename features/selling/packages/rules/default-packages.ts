import type { PackageKind, PackageRule } from '../contract/price-rules.ts';

export interface DefaultPackage {
  priceFen: number;
  coins: number;
  bonusCoins: number;
  points: number;
  recommended: boolean;
}

const yuanFen = 100;
const of = (yuan: number, bonusCoins: number, recommended = false): DefaultPackage => ({
  priceFen: yuan * yuanFen,
  coins: yuan,
  bonusCoins,
  points: 0,
  recommended,
});
const ofPoints = (yuan: number, points: number, recommended = false): DefaultPackage => ({
  ...of(yuan, 0, recommended),
  coins: 0,
  points,
});

/** What a site is offered to begin with: a coin or ten points for a yuan, more on top the more is paid. */
export const defaultPackages: Record<PackageKind, readonly DefaultPackage[]> = {
  coins: [of(10, 0), of(20, 2), of(50, 8, true), of(100, 20)],
  stored: [of(50, 5), of(100, 15, true), of(200, 40), of(500, 125)],
  points: [ofPoints(10, 100), ofPoints(50, 550, true), ofPoints(100, 1200)],
};

/** What a package is unless somebody says otherwise. */
export const plainPackage: Pick<
  PackageRule,
  | 'active'
  | 'fromDay'
  | 'toDay'
  | 'hours'
  | 'audience'
  | 'awayDays'
  | 'perPlayer'
  | 'perPlayerDay'
  | 'discountable'
  | 'withCards'
> = {
  active: true,
  fromDay: null,
  toDay: null,
  hours: [],
  audience: 'everyone',
  awayDays: null,
  perPlayer: null,
  perPlayerDay: null,
  discountable: false,
  withCards: true,
};
