export { listPayables, type ShareFilter, shareLineView, sumRents, sumShares } from './share-sums.ts';
