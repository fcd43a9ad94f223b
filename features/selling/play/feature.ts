import { defineFeature } from '#kit/contract/feature.ts';
import { playContract } from './contract.ts';
import screens from './screens.ts';

export const playFeature = defineFeature({
  name: 'play',
  about: 'The machine in front of a player: what it sells, whose turn it is, paying, results',
  endpoints: playContract,
  screens,
});
export default playFeature;
