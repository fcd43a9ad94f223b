export { PriceLines } from './price-lines.tsx';
export { followOrder } from './use-pay.ts';
