import { defineFeature } from '#kit/contract/feature.ts';
import { firmwareContract } from './contract.ts';
import screens from './screens.ts';

export const firmwareFeature = defineFeature({ name: 'firmware', endpoints: firmwareContract, screens });
export default firmwareFeature;
