import { defineEvent } from '#kit/contract/event.ts';
import { choiceOf } from '#kit/contract/schemas.ts';

/** An order for goods was paid, handed out, sent or given back. */
export const goodsOrdersChanged = defineEvent<{ orderNumber?: string }>('goodsOrders.changed');

export const base = '/api/blade-goodsShop' as const;

export const deliveries = ['pickUp', 'ship'] as const;
export type Delivery = (typeof deliveries)[number];
export const delivery = () => choiceOf('shop:delivery', deliveries);

/**
 * unpaid: pieces are kept while it can be paid; waiting: paid, to be handed out or sent; refunding: all of the money is on
 * its way back, nothing is handed out meanwhile; givenUp: never paid; refunded: money and pieces are back.
 */
export const goodsStates = [
  'unpaid',
  'waiting',
  'handedOut',
  'shipped',
  'refunding',
  'refunded',
  'givenUp',
] as const;
export type GoodsState = (typeof goodsStates)[number];
export const goodsState = () =>
  choiceOf('shop:state', goodsStates, {
    unpaid: 'quiet',
    waiting: 'waiting',
    handedOut: 'good',
    shipped: 'good',
    refunding: 'waiting',
    refunded: 'quiet',
    givenUp: 'quiet',
  });

export const shopPayWays = ['wechat', 'alipay', 'balance'] as const;
export type ShopPayWay = (typeof shopPayWays)[number];

/** Of one variant in one order, and different ones in a cart. */
export const mostPieces = 99;
export const mostLines = 30;
