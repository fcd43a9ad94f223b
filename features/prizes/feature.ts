import { defineFeature } from '#kit/contract/feature.ts';
import { prizesContract } from './contract.ts';
import screens from './screens.ts';

export const prizesFeature = defineFeature({ name: 'prizes', endpoints: prizesContract, screens });
export default prizesFeature;
