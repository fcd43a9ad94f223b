import { defineFeature } from '#kit/contract/feature.ts';
import { identitiesContract } from './contract.ts';
import screens from './screens.ts';

export const identitiesFeature = defineFeature({
  name: 'identities',
  about: 'One player with several records: joining and taking apart',
  endpoints: identitiesContract,
  screens,
  beside: 'members',
});
export default identitiesFeature;
