export { worthOf } from '../rules/earn-rules.ts';
export { measuresOf, outstandingOf, sumsOf } from '../rules/month-sums.ts';
export type { Holder } from './holders.ts';
export { takeBack } from './keep-debts.ts';
export { assertMost } from './limit-adjusting.ts';
export { adjustPoints, earnPoints, giveBackPoints, type PointMove, spendPoints } from './move-points.ts';
export { readRule } from './rule-queries.ts';
