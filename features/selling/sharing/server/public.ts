export { listPayables, type ShareFilter, shareLineView, sumRents } from './share-sums.ts';
