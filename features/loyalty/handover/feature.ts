import { defineFeature } from '#kit/contract/feature.ts';
import { handoverContract } from './contract.ts';
import screens from './screens.ts';

export const handoverFeature = defineFeature({
  name: 'handover',
  about: 'Goods on their way to players: code, counter, parcel, expiry, limits, store settings',
  endpoints: handoverContract,
  screens,
});
export default handoverFeature;
