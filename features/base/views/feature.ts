import { defineFeature } from '#kit/contract/feature.ts';
import { viewsContract } from './contract.ts';

export const viewsFeature = defineFeature({
  name: 'views',
  about: 'Views of lists that people keep',
  endpoints: viewsContract,
  beside: 'reports',
});
export default viewsFeature;
