import { defineFeature } from '#kit/contract/feature.ts';
import { simcardsContract } from './contract.ts';
import screens from './screens.ts';

export const simcardsFeature = defineFeature({
  name: 'simcards',
  about: 'SIM and IC cards',
  endpoints: simcardsContract,
  screens,
});
export default simcardsFeature;
