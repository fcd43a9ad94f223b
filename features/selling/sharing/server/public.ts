export { listPayables, type ShareFilter, shareLineView } from './share-sums.ts';
export { writeRents } from './write-rents.ts';
