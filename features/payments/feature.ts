import { defineFeature } from '#kit/contract/feature.ts';
import { paymentsContract } from './contract.ts';
import screens from './screens.ts';

export const paymentsFeature = defineFeature({ name: 'payments', endpoints: paymentsContract, screens });
export default paymentsFeature;
