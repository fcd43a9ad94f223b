import { defineFeature } from '#kit/contract/feature.ts';
import { playersContract } from './contract.ts';
import screens from './screens.ts';

export const playersFeature = defineFeature({
  name: 'players',
  about: 'Players: log-in, who somebody is, where goods are sent to',
  endpoints: playersContract,
  screens,
});
export default playersFeature;
