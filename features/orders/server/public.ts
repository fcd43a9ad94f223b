export type { OrderKind, OrderState, OrderUnit, PayWay, SettleTarget } from '../contract/kinds.ts';
export { createOrder, type NewOrder } from './create-order.ts';
export { type IncomeLine, listSettled, placeOf, type SettledPlace, sumIncome } from './income.ts';
export { findOrder, findOrders } from './order-queries.ts';
export type { OrderView } from './order-types.ts';
export { type Priced, priceForDevice } from './pricing.ts';
export { type Refunded, type RefundRequest, refundOrder } from './refund-order.ts';
export {
  type Fulfilment,
  type Offer,
  type OfferSource,
  type OrderListener,
  onOrders,
  registerFulfilment,
  registerOffers,
} from './registry.ts';
export { deliverOrder } from './settle-order.ts';
export { toppedUpSince } from './top-up-queries.ts';
