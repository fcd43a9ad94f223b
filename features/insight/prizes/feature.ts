import { defineFeature } from '#kit/contract/feature.ts';
import { prizesContract } from './contract.ts';
import screens from './screens.ts';

export const prizesFeature = defineFeature({
  name: 'prizes',
  about: 'What went out of machines, what it cost, and whether wins can be chance',
  endpoints: prizesContract,
  screens,
});
export default prizesFeature;
