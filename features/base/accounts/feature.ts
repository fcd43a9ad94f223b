import { defineFeature } from '#kit/contract/feature.ts';
import { accountsContract } from './contract.ts';
import screens from './screens.ts';

export const accountsFeature = defineFeature({
  name: 'accounts',
  about: 'Log-in, accounts, roles and rights, agents, merchants, franchisees, menus, the operation log',
  endpoints: accountsContract,
  screens,
});
export default accountsFeature;
