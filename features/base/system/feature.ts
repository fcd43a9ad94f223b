import { defineFeature } from '#kit/contract/feature.ts';
import { systemContract } from './contract.ts';

export const systemFeature = defineFeature({
  name: 'system',
  about: 'Live events, files of lists',
  endpoints: systemContract,
});
export default systemFeature;
