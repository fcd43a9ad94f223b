/**
 * Goods on their way to players, for the features that sell them: a row is drafted, pieces are kept and points taken, and from then
 * on this room follows it: to the counter, to the parcel, or back.
 */
export { goodsText, nameOf, stateAt } from '../rules/handover-rules.ts';
export { draftHandover } from './draft-handover.ts';
export { followGoods, fulfilmentOf, onNeverPaid, readyFrom } from './follow-order.ts';
export {
  findOwnHandover,
  type HandoverLine,
  type HandoverRow,
  insertHandover,
  isServed,
  linesOf,
  lockHandover,
  nextNumber,
  type OwnRow,
  readHandover,
  readOwn,
  selectOwn,
} from './handover-queries.ts';
export { assertLimits, holdLimits, type LimitedLine, leftFor } from './limit-goods.ts';
export { type Destination, destinationOf } from './send-goods.ts';
export { readSetting, readShop, requireOpenShop, type SettingRow, type Shop } from './setting-queries.ts';
export {
  changeHandover,
  keepPieces,
  letOut,
  takePoints,
  tellHandover,
} from './settle-handover.ts';
export { priceOf } from './staff-handlers.ts';
export { nextToFetch } from './waiting-queries.ts';
