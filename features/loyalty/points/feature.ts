import { defineFeature } from '#kit/contract/feature.ts';
import { pointsContract } from './contract.ts';
import screens from './screens.ts';

export const pointsFeature = defineFeature({
  name: 'points',
  about: 'Points: balance, rules, corrections',
  endpoints: pointsContract,
  screens,
});
export default pointsFeature;
