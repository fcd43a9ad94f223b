import { defineFeature } from '#kit/contract/feature.ts';
import { shopContract } from './contract.ts';
import screens from './screens.ts';

export const shopFeature = defineFeature({ name: 'shop', endpoints: shopContract, screens });
export default shopFeature;
