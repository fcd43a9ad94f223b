import { defineFeature } from '#kit/contract/feature.ts';
import { marketingContract } from './contract.ts';
import screens from './screens.ts';

export const marketingFeature = defineFeature({
  name: 'marketing',
  about: 'What each way of bringing players cost and brought',
  endpoints: marketingContract,
  screens,
});
export default marketingFeature;
