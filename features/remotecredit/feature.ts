import { defineFeature } from '#kit/contract/feature.ts';
import { remotecreditContract } from './contract.ts';
import screens from './screens.ts';

export const remotecreditFeature = defineFeature({
  name: 'remotecredit',
  endpoints: remotecreditContract,
  screens,
});
export default remotecreditFeature;
