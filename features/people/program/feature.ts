import { defineFeature } from '#kit/contract/feature.ts';
import { programContract } from './contract.ts';
import screens from './screens.ts';

export const programFeature = defineFeature({
  name: 'program',
  about: 'The player’s app: shops, purse, records, own data, payment password',
  endpoints: programContract,
  screens,
});
export default programFeature;
