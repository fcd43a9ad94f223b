export type { OrderKind, OrderState, OrderUnit, PayWay, SettleTarget } from '../contract/kinds.ts';
export { keptAmount } from '../refund-amounts.ts';
export { type IncomeLine, sumOf, sumsBy } from '../rules/income-rules.ts';
export { createOrder } from './create-order.ts';
export { deviceFulfilment } from './device-fulfilment.ts';
export { giveGrant } from './grants.ts';
export { type IncomeFilter, sumDeviceIncome, sumIncome } from './income.ts';
export { type IncomeEntryKind, incomeEntries, orderPlaceView } from './income-entries.ts';
export { replaced } from './one-unpaid.ts';
export { findOrder, findOrders, lastPaidAt, latestOwnOrder, lockOrder } from './order-queries.ts';
export type { OrderView } from './order-types.ts';
export { payWaysAt } from './own-pay-ways.ts';
export {
  countUnderWay,
  findOwnOrder,
  isOrdering,
  ordersByTenant,
  refundableTopUps,
  sumOutlay,
} from './own-queries.ts';
export { hearPaid } from './pay-order.ts';
export {
  mostAtOnce,
  mostLanes,
  mostOfLane,
  type Priced,
  priceForDevice,
  sellsPlays,
  shelfOf,
  stepsForCoins,
  takesCoins,
} from './pricing.ts';
export { refundBesides } from './refund-besides.ts';
export { type Refunded, type RefundRequest, refundOrder } from './refund-order.ts';
export {
  onOrders,
  passesOf,
  registerFulfilment,
  registerOffers,
  registerOrderCheck,
  registerPass,
} from './registry.ts';
export type {
  Buyer,
  Fulfilment,
  KeepPrice,
  NewOrder,
  Offer,
  OfferSource,
  OrderCheck,
  OrderListener,
  PassHolder,
  PassKeeper,
  RefundBesides,
} from './registry-types.ts';
export { requireOpenSite } from './sell.ts';
export { type AppDraft, type AppSale, sellInApp } from './sell-in-app.ts';
export { deliverOrder } from './settle-order.ts';
export { listSettled, placeOf, type SettledPlace } from './settled-queries.ts';
export { buyerDays, buyerView, playedView } from './visit-queries.ts';
