import type { SiteClock } from '#kit/kernel/site-day.ts';
import type { DownMessage } from '#kit/protocol/messages.ts';
import { mostListed } from '#kit/protocol/messages.ts';
import type { PackageRule, PricedThing, PriceRules, Term } from '../contract/price-rules.ts';
import { isSoldAt } from './package-refusals.ts';
import { termStanding } from './term-rules.ts';

/** What a machine shows people of the prices. What they pay is worked out again whenever somebody buys. */
export type PriceList = Pick<DownMessage<'prices'>, 'packages' | 'discounts'>;

const isListed = (one: Term & { active: boolean }, at: Date, clock: SiteClock | undefined): boolean =>
  one.active && termStanding(one, at, clock) !== 'over';

const term = ['fromDay', 'toDay', 'hours'] as const;
const shownOfPackage = [
  'kind',
  'name',
  'priceFen',
  'coins',
  'bonusCoins',
  'points',
  'recommended',
  'audience',
  ...term,
] as const;
const shownOfDiscount = ['name', 'basisPoints', ...term] as const;

/** A rule knows more than a screen shows. */
const pick = <T, K extends keyof T>(one: T, keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, one[key]])) as Pick<T, K>;

/** The one that is recommended stands first; the rest as the rules have them, the cheapest first. */
const recommendedFirst = (one: PackageRule, other: PackageRule) =>
  Number(other.recommended) - Number(one.recommended);

/**
 * The list of a machine: what is sold there now or later, with its days and hours. Packages of the machine's own stand in
 * place of its site's; `sells` says of what such a machine sells at all.
 */
export function priceListOf(
  rules: PriceRules,
  {
    deviceId,
    sells,
    at,
    clock,
  }: { deviceId: string; sells: (thing: PricedThing) => boolean; at: Date; clock?: SiteClock },
): PriceList {
  return {
    packages: rules.packages
      .filter((one) => isListed(one, at, clock) && sells(one.kind) && isSoldAt(rules, one, deviceId))
      .toSorted(recommendedFirst)
      .slice(0, mostListed.packages)
      .map((one) => pick(one, shownOfPackage)),
    discounts: rules.discounts
      .filter((one) => isListed(one, at, clock) && one.things.some(sells))
      .slice(0, mostListed.discounts)
      .map((one) => ({ ...pick(one, shownOfDiscount), things: one.things.filter(sells) })),
  };
}
