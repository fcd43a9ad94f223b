import { counterCalls } from './contract/counter.ts';
import { ownCalls } from './contract/own.ts';

export type { AskedExchange, CounterGood } from './contract/counter.ts';
export type { CounterWish, StoreGood } from './contract/own.ts';

export const exchangeContract = { ...counterCalls, ...ownCalls };
