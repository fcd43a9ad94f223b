import { defineFeature } from '#kit/contract/feature.ts';
import { pairingContract } from './contract.ts';
import screens from './screens.ts';

export const pairingFeature = defineFeature({
  name: 'pairing',
  about: 'Bringing a controller into a WiFi network',
  endpoints: pairingContract,
  screens,
});
export default pairingFeature;
