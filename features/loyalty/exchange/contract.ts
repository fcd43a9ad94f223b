import { counterCalls } from './contract/counter.ts';
import { ordersCalls } from './contract/orders.ts';
import { ownCalls } from './contract/own.ts';

export type { AskedExchange, CounterGood } from './contract/counter.ts';
export { exchangeChanged, ownExchangeChanged } from './contract/events.ts';
export { type ExchangeState, type ExchangeWay, mostPieces } from './contract/kinds.ts';
export type { ExchangeRecord } from './contract/orders.ts';
export type { CounterWish, OwnExchange, StoreGood } from './contract/own.ts';

export const exchangeContract = { ...ordersCalls, ...counterCalls, ...ownCalls };
