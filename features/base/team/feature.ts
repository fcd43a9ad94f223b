import { defineFeature } from '#kit/contract/feature.ts';
import { teamContract } from './contract.ts';
import screens from './screens.ts';

export const teamFeature = defineFeature({
  name: 'team',
  knownAs: 'accounts',
  endpoints: teamContract,
  screens,
});
export default teamFeature;
