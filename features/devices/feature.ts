import { defineFeature } from '#kit/contract/feature.ts';
import { devicesContract } from './contract.ts';

export const devicesFeature = defineFeature({ name: 'devices', endpoints: devicesContract });
export default devicesFeature;
