import { defineFeature } from '#kit/contract/feature.ts';
import { reportsContract } from './contract.ts';
import screens from './screens.ts';

export const reportsFeature = defineFeature({ name: 'reports', endpoints: reportsContract, screens });
export default reportsFeature;
