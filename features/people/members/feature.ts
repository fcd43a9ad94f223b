import { defineFeature } from '#kit/contract/feature.ts';
import { membersContract } from './contract.ts';
import screens from './screens.ts';

export const membersFeature = defineFeature({
  name: 'members',
  about: 'Members of a merchant: levels, discounts, lists, import',
  endpoints: membersContract,
  screens,
});
export default membersFeature;
