import { choiceOf } from '#kit/contract/schemas.ts';

/** Where it was asked for: at the points store, or at the shop that sells for money. */
export const handoverKinds = ['exchange', 'sale'] as const;
export type HandoverKind = (typeof handoverKinds)[number];
export const handoverKind = () => choiceOf('handover:kind', handoverKinds);

/** `counter`: handed out at once, when the member has said yes. */
export const handoverWays = ['pickup', 'ship', 'counter'] as const;
export type HandoverWay = (typeof handoverWays)[number];
export const handoverWay = () => choiceOf('handover:way', handoverWays);
/** What a player may choose. */
export const chosenWays = ['pickup', 'ship'] as const;
export type ChosenWay = (typeof chosenWays)[number];
export const chosenWay = () => choiceOf('handover:way', chosenWays);

/**
 * asked: the counter waits for the member's word, nothing was taken yet; unpaid: pieces and points are kept while the money can
 * be paid; ready: paid, to be handed out or sent; refunding: all of the money is on its way back, nothing is handed out
 * meanwhile; shipped and done: pieces have left; the others: nothing was taken, or all of it went back.
 */
export const handoverStates = [
  'asked',
  'unpaid',
  'ready',
  'refunding',
  'shipped',
  'done',
  'cancelled',
  'expired',
  'refused',
  'refunded',
] as const;
export type HandoverState = (typeof handoverStates)[number];
export const handoverState = () =>
  choiceOf('handover:state', handoverStates, {
    asked: 'waiting',
    unpaid: 'quiet',
    ready: 'info',
    refunding: 'waiting',
    shipped: 'good',
    done: 'good',
    cancelled: 'quiet',
    expired: 'quiet',
    refused: 'bad',
    refunded: 'quiet',
  });

/** The money of goods is paid like that of any order. */
export const goodsPayWays = ['wechat', 'alipay', 'balance'] as const;
export type GoodsPayWay = (typeof goodsPayWays)[number];
export const goodsPayWay = () => choiceOf('play:payWay', goodsPayWays);

/** Pieces of one variant at one time. */
export const mostPieces = 99;
