export type { OrderKind, OrderState, OrderUnit, PayWay, SettleTarget } from '../contract/kinds.ts';
export { spreadPlays } from '../rules/pass-parts.ts';
export { keptAmount } from '../rules/refund-amounts.ts';
export { deviceFulfilment } from './delivering/device-fulfilment.ts';
export { giveGrant } from './delivering/grants.ts';
export { deliverOrder } from './delivering/settle-order.ts';
export { createOrder } from './making/create-order.ts';
export { replaced } from './making/one-unpaid.ts';
export {
  mostAtOnce,
  mostLanes,
  mostOfLane,
  type Priced,
  priceForDevice,
  pricerFor,
  sellsGoods,
  sellsPlays,
  shelfOf,
  stepsForCoins,
  takesCoins,
} from './making/pricing.ts';
export { requireOpenSite } from './making/sell.ts';
export { type AppDraft, type AppSale, sellInApp } from './making/sell-in-app.ts';
export { findOrder, findOrders, lastPaidAt, latestOwnOrder, lockOrder } from './order-queries.ts';
export type { OrderView } from './order-types.ts';
export { payWaysAt } from './paying/own-pay-ways.ts';
export { hearPaid } from './paying/pay-order.ts';
export { type IncomeEntryKind, incomeEntries } from './reading/income-entries.ts';
export {
  countUnderWay,
  findOwnOrder,
  isOrdering,
  ordersByTenant,
  refundableTopUps,
  sumOutlay,
} from './reading/own-queries.ts';
export { listSettled, placeOf, type SettledPlace } from './reading/settled-queries.ts';
export { buyerDays, buyerView, playedView } from './reading/visit-queries.ts';
export { refundBesides } from './refunding/refund-besides.ts';
export { type Refunded, type RefundRequest, refundOrder } from './refunding/refund-order.ts';
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
  OwnSale,
  PassHolder,
  PassKeeper,
  RefundBesides,
} from './registry-types.ts';
