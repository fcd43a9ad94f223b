import { ownCalls } from './contract/own.ts';

export type { CartLine, GoodsLine, ShelfGood } from './contract/own.ts';

export const shopContract = ownCalls;
