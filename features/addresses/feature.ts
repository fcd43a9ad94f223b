import { defineFeature } from '#kit/contract/feature.ts';
import { addressesContract } from './contract.ts';
import screens from './screens.ts';

export const addressesFeature = defineFeature({ name: 'addresses', endpoints: addressesContract, screens });
export default addressesFeature;
