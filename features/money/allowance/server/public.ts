export { discountOffer, type Offer, rateOffer } from '../rules/fair-rules.ts';
export { hoursOf, isWider, type Reach } from '../rules/reach-rules.ts';
export { worthOfAmount } from '../rules/worth-rules.ts';
export type { Told } from '../tables.ts';
export { type Agreed, type DoorKeeper, giveOrAsk, registerDoor, type Wish } from './ask-second.ts';
export { assertNotLimited } from './assert-not-limited.ts';
export { fairCall, fairDoor } from './fair-door.ts';
export { giveUnits, leftInUnits } from './give-units.ts';
export {
  allowanceLeft,
  type Gift,
  type Giver,
  giveWorth,
  keepPromise,
  lockGiver,
  settleWorth,
} from './give-worth.ts';
export { inUnits, registerWorth, worthOf } from './worth.ts';
