import { defineFeature } from '#kit/contract/feature.ts';
import { addressesContract } from './contract.ts';
import screens from './screens.ts';

export const addressesFeature = defineFeature({
  name: 'addresses',
  about: 'Where goods are sent to: the addresses of a player',
  endpoints: addressesContract,
  screens,
});
export default addressesFeature;
