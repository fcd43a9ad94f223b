import { defineFeature } from '#kit/contract/feature.ts';
import { partnersContract } from './contract.ts';
import screens from './screens.ts';

export const partnersFeature = defineFeature({
  name: 'partners',
  knownAs: 'accounts',
  endpoints: partnersContract,
  screens,
});
export default partnersFeature;
