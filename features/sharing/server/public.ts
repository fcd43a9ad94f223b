export { listPayables, type ShareFilter, sumRents, sumShares } from './share-sums.ts';
