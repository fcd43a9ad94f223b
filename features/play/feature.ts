import { defineFeature } from '#kit/contract/feature.ts';
import { playContract } from './contract.ts';
import screens from './screens.ts';

export const playFeature = defineFeature({ name: 'play', endpoints: playContract, screens });
export default playFeature;
