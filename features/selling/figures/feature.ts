import { defineFeature } from '#kit/contract/feature.ts';
import { figuresContract } from './contract.ts';
import screens from './screens.ts';

export const figuresFeature = defineFeature({
  name: 'figures',
  about: 'Figures that are kept up to date for reports and home pages',
  endpoints: figuresContract,
  screens,
});
export default figuresFeature;
