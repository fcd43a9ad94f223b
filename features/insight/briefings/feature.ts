import { defineFeature } from '#kit/contract/feature.ts';
import { briefingsContract } from './contract.ts';
import screens from './screens.ts';

/** What people are told of their takings without asking: on home, and by message in the morning. */
export const briefingsFeature = defineFeature({
  name: 'briefings',
  about: 'What a person is told in the morning, and how it reaches them',
  endpoints: briefingsContract,
  screens,
});
export default briefingsFeature;
