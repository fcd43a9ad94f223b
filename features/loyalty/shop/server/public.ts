/** For whoever shows orders of goods beside others: the list of those that were paid, and what staff do with them. */
export { handOutByCode, shipOrder } from './hand-out-goods.ts';
export { pageGoodsOrders } from './order-queries.ts';
