import { defineFeature } from '#kit/contract/feature.ts';
import { pairingContract } from './contract.ts';
import screens from './screens.ts';

export const pairingFeature = defineFeature({ name: 'pairing', endpoints: pairingContract, screens });
export default pairingFeature;
