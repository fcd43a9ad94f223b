import { defineFeature } from '#kit/contract/feature.ts';
import { sharingContract } from './contract.ts';
import screens from './screens.ts';

export const sharingFeature = defineFeature({
  name: 'sharing',
  about: 'Shares of income: receivers, rules, statements, agents',
  endpoints: sharingContract,
  screens,
});
export default sharingFeature;
