/** For features that grant cards without an order of ours, such as a code of a group-buying platform. */

export { cardWorth } from './card-worth.ts';
export { type GivenCard, grantCard } from './grant-card.ts';
export { takeBackUnused } from './take-back-unused.ts';
