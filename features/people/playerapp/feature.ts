import { defineFeature } from '#kit/contract/feature.ts';
import { playerAppContract } from './contract.ts';
import screens from './screens.ts';

export const playerAppFeature = defineFeature({
  name: 'playerapp',
  about: 'The player’s app: shops, purse, records, own data, payment password',
  endpoints: playerAppContract,
  screens,
});
export default playerAppFeature;
