import { defineFeature } from '#kit/contract/feature.ts';
import { mapsContract } from './contract.ts';

export const mapsFeature = defineFeature({
  name: 'maps',
  about: 'Places on a map: tiles, search of addresses',
  endpoints: mapsContract,
});
export default mapsFeature;
