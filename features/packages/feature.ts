import { defineFeature } from '#kit/contract/feature.ts';
import { packagesContract } from './contract.ts';
import screens from './screens.ts';

export const packagesFeature = defineFeature({ name: 'packages', endpoints: packagesContract, screens });
export default packagesFeature;
