import { defineFeature } from '#kit/contract/feature.ts';
import { contentContract } from './contract.ts';
import screens from './screens.ts';

export const contentFeature = defineFeature({
  name: 'content',
  about: 'The manual, notices, texts that operators write',
  endpoints: contentContract,
  screens,
});
export default contentFeature;
