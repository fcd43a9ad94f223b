import { defineFeature } from '#kit/contract/feature.ts';
import screens from './screens.ts';

/** Landing pages over what other features declare; it has no calls itself. */
export const homeFeature = defineFeature({
  name: 'home',
  about: 'What each person sees first',
  endpoints: {},
  screens,
});
export default homeFeature;
