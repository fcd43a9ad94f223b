import { defineFeature } from '#kit/contract/feature.ts';
import { giftsContract } from './contract.ts';
import screens from './screens.ts';

export const giftsFeature = defineFeature({
  name: 'gifts',
  about: 'Gifts in machines: what, where, how many',
  endpoints: giftsContract,
  screens,
});
export default giftsFeature;
