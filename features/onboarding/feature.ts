import { defineFeature } from '#kit/contract/feature.ts';
import { onboardingContract } from './contract.ts';
import screens from './screens.ts';

export const onboardingFeature = defineFeature({
  name: 'onboarding',
  endpoints: onboardingContract,
  screens,
});
export default onboardingFeature;
