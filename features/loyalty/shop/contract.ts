import { orderCalls } from './contract/orders.ts';
import { ownCalls } from './contract/own.ts';

export const shopContract = { ...ownCalls, ...orderCalls };

export {
  type Delivery,
  deliveries,
  goodsOrdersChanged,
  mostPieces,
  type ShopPayWay,
} from './contract/kinds.ts';
export type { GoodsOrderRecord } from './contract/orders.ts';
export type { CartLine, GoodsLine, ShelfGood } from './contract/own.ts';
