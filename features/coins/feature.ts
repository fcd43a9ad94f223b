import { defineFeature } from '#kit/contract/feature.ts';
import { coinsContract } from './contract.ts';
import screens from './screens.ts';

export const coinsFeature = defineFeature({ name: 'coins', endpoints: coinsContract, screens });
export default coinsFeature;
