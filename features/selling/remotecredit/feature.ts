import { defineFeature } from '#kit/contract/feature.ts';
import { remotecreditContract } from './contract.ts';
import screens from './screens.ts';

export const remotecreditFeature = defineFeature({
  name: 'remotecredit',
  about: 'Coins sent to a machine from afar, by staff and by links',
  endpoints: remotecreditContract,
  screens,
});
export default remotecreditFeature;
