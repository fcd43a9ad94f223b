import { defineFeature } from '#kit/contract/feature.ts';
import { allowanceContract } from './contract.ts';
import screens from './screens.ts';

export const allowanceFeature = defineFeature({
  name: 'allowance',
  about: 'What each person may give away in a day, and what waits for a second person',
  endpoints: allowanceContract,
  screens,
});
export default allowanceFeature;
