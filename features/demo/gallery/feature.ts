import { defineFeature } from '#kit/contract/feature.ts';
import { galleryContract } from './contract.ts';
import screens from './screens.ts';

export const galleryFeature = defineFeature({
  name: 'gallery',
  about: 'Demonstration alone: every page pattern',
  endpoints: galleryContract,
  screens,
});
export default galleryFeature;
