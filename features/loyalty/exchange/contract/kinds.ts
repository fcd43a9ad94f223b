import { choiceOf } from '#kit/contract/schemas.ts';

/** `counter`: handed out at once, when the member has said yes. */
export const exchangeWays = ['pickup', 'ship', 'counter'] as const;
export type ExchangeWay = (typeof exchangeWays)[number];
export const exchangeWay = () => choiceOf('exchange:way', exchangeWays);

/**
 * asked: the counter waits for the member's word, nothing was taken yet; ready: paid, pieces are kept; shipped and done:
 * pieces have left; the others: nothing was taken, or all of it went back.
 */
export const exchangeStates = [
  'asked',
  'ready',
  'shipped',
  'done',
  'cancelled',
  'expired',
  'refused',
] as const;
export type ExchangeState = (typeof exchangeStates)[number];
export const exchangeState = () =>
  choiceOf('exchange:state', exchangeStates, {
    asked: 'waiting',
    ready: 'info',
    shipped: 'good',
    done: 'good',
    cancelled: 'quiet',
    expired: 'quiet',
    refused: 'bad',
  });

/** Pieces of one variant at one time. */
export const mostPieces = 99;
export const mostLines = 20;
