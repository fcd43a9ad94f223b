import { defineFeature } from '#kit/contract/feature.ts';
import { rewardsContract } from './contract.ts';
import screens from './screens.ts';

export const rewardsFeature = defineFeature({
  name: 'rewards',
  about: 'Tasks, vouchers and what they give',
  endpoints: rewardsContract,
  screens,
});
export default rewardsFeature;
