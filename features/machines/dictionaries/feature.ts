import { defineFeature } from '#kit/contract/feature.ts';
import { dictionariesContract } from './contract.ts';

export const dictionariesFeature = defineFeature({
  name: 'dictionaries',
  about: 'Choices and regions by name, for clients of this family',
  endpoints: dictionariesContract,
});
export default dictionariesFeature;
