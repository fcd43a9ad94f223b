import { defineFeature } from '#kit/contract/feature.ts';
import { vendingContract } from './contract.ts';
import screens from './screens.ts';

export const vendingFeature = defineFeature({ name: 'vending', endpoints: vendingContract, screens });
export default vendingFeature;
