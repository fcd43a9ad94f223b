import { defineFeature } from '#kit/contract/feature.ts';
import { fleetContract } from './contract.ts';
import screens from './screens.ts';

export const fleetFeature = defineFeature({
  name: 'fleet',
  knownAs: 'devices',
  endpoints: fleetContract,
  screens,
});
export default fleetFeature;
