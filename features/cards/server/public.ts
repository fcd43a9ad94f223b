/** The door for whoever grants cards without an order of ours, such as a code of a group-buying platform. */
export { type GivenCard, grantCard } from './grant-card.ts';
export { cardWorth } from './type-queries.ts';
