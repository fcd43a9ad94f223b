import { defineFeature } from '#kit/contract/feature.ts';
import { identitiesContract } from './contract.ts';
import screens from './screens.ts';

export const identitiesFeature = defineFeature({
  name: 'identities',
  endpoints: identitiesContract,
  screens,
  beside: 'members',
});
export default identitiesFeature;
