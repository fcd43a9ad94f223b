export type { Choice, Price, Priced, PricedOffer, PriceLine, Refusal } from '../rules/price.ts';
export { termStanding } from '../rules/term-rules.ts';
export { checkTerm, withStanding } from './check-term.ts';
export { type LevelOf, type LevelSource, levelOf, registerLevel } from './levels.ts';
export {
  explainPrice,
  giveUpPrice,
  offersFor,
  playPrices,
  priceOf,
  type RulesVersion,
  takePrice,
  type Visit,
} from './offers.ts';
export { pointsStoreOf } from './points-store-handlers.ts';
export { isSoldHere, sayLine } from './sell-packages.ts';
