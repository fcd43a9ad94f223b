import { defineFeature } from '#kit/contract/feature.ts';
import { redpacketsContract } from './contract.ts';
import screens from './screens.ts';

export const redpacketsFeature = defineFeature({
  name: 'redpackets',
  endpoints: redpacketsContract,
  screens,
});
export default redpacketsFeature;
