import { ownCalls } from './contract/own.ts';
import { soldCalls } from './contract/sold.ts';
import { typeCalls } from './contract/types.ts';

export const cardsContract = { ...typeCalls, ...soldCalls, ...ownCalls };

export { type CardOffer, type CardPayWay, type CardUse, cardPayWays, type OwnCard } from './contract/own.ts';
export type { RefundPreview, SoldCardRecord } from './contract/sold.ts';
export { cardsChanged } from './contract/terms.ts';
export type { CardPackageRecord, CardTypeRecord } from './contract/types.ts';
