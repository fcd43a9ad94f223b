import { defineFeature } from '#kit/contract/feature.ts';
import { figuresContract } from './contract.ts';

export const figuresFeature = defineFeature({
  name: 'figures',
  endpoints: figuresContract,
  beside: 'orders',
});
export default figuresFeature;
