import { defineFeature } from '#kit/contract/feature.ts';
import { exchangeContract } from './contract.ts';
import screens from './screens.ts';

export const exchangeFeature = defineFeature({ name: 'exchange', endpoints: exchangeContract, screens });
export default exchangeFeature;
