import { defineFeature } from '#kit/contract/feature.ts';
import { redpacketsContract } from './contract.ts';
import screens from './screens.ts';

export const redpacketsFeature = defineFeature({
  name: 'redpackets',
  about: 'Campaigns of red packets: budget, claims, results',
  endpoints: redpacketsContract,
  screens,
});
export default redpacketsFeature;
