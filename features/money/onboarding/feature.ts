import { defineFeature } from '#kit/contract/feature.ts';
import { onboardingContract } from './contract.ts';
import screens from './screens.ts';

export const onboardingFeature = defineFeature({
  name: 'onboarding',
  about: 'Business data of merchants: companies, people, photos, review',
  endpoints: onboardingContract,
  screens,
});
export default onboardingFeature;
