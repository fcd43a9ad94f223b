import { defineFeature } from '#kit/contract/feature.ts';
import { mapsContract } from './contract.ts';

export const mapsFeature = defineFeature({ name: 'maps', endpoints: mapsContract });
export default mapsFeature;
