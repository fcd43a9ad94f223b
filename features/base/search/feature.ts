import { defineFeature } from '#kit/contract/feature.ts';
import { searchContract } from './contract.ts';

export const searchFeature = defineFeature({
  name: 'search',
  about: 'One search over everything a person may see',
  endpoints: searchContract,
});
export default searchFeature;
