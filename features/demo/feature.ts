import { defineFeature } from '#kit/contract/feature.ts';
import { demoContract } from './contract.ts';
import screens from './screens.ts';

export const demoFeature = defineFeature({ name: 'demo', endpoints: demoContract, screens });
export default demoFeature;
