export { contributionsOf } from '../rules/contribution-rules.ts';
export { placeNames } from './place-names.ts';
export { incomeBy, tallyBy, tallySources } from './read-tallies.ts';
