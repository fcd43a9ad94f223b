import { defineFeature } from '#kit/contract/feature.ts';
import { demoContract } from './contract.ts';
import screens from './screens.ts';

export const demoFeature = defineFeature({
  name: 'demo',
  about: 'Demonstration alone: simulated machines and players',
  endpoints: demoContract,
  screens,
});
export default demoFeature;
