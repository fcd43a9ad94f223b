import { defineFeature } from '#kit/contract/feature.ts';
import { cardsContract } from './contract.ts';
import screens from './screens.ts';

export const cardsFeature = defineFeature({
  name: 'cards',
  about: 'Benefit cards: kinds, sales, what they give, refunds',
  endpoints: cardsContract,
  screens,
});
export default cardsFeature;
