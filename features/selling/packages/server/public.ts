export type { CardDiscount } from '../rules/circumstances.ts';
export type { Refusal } from '../rules/package-refusals.ts';
export type { Choice, Price, Priced, PricedOffer, PriceLine } from '../rules/price.ts';
export { termStanding } from '../rules/term-rules.ts';
export { type CardSaving, holdPrices, savedByCard } from './card-savings.ts';
export { checkTerm, withStanding } from './check-term.ts';
export { discountUses } from './discount-uses.ts';
export {
  benefitsOf,
  type CardSource,
  type CardsOf,
  type LevelOf,
  type LevelSource,
  levelOf,
  registerCards,
  registerLevel,
} from './levels.ts';
export {
  explainPrice,
  giveUpPrice,
  offersFor,
  ownPrices,
  priceOf,
  type RulesVersion,
  takePrice,
  type Visit,
} from './offers.ts';
export { pointsStoreOf, registerPointsStore } from './points-store-handlers.ts';
export { isSoldHere, sayLine } from './sell-packages.ts';
export { type PackageContent, readPackage, soldPackages } from './sold-package-queries.ts';
