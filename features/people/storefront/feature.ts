import { defineFeature } from '#kit/contract/feature.ts';
import { storefrontContract } from './contract.ts';
import screens from './screens.ts';

export const storefrontFeature = defineFeature({
  name: 'storefront',
  about: "What a shop shows of itself in the players' app: pictures, its group",
  endpoints: storefrontContract,
  screens,
});
export default storefrontFeature;
