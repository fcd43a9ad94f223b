import { defineFeature } from '#kit/contract/feature.ts';
import { devicesContract } from './contract.ts';
import screens from './screens.ts';

export const devicesFeature = defineFeature({ name: 'devices', endpoints: devicesContract, screens });
export default devicesFeature;
