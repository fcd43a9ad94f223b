import { defineFeature } from '#kit/contract/feature.ts';
import { accountsContract } from './contract.ts';
import screens from './screens.ts';

export const accountsFeature = defineFeature({ name: 'accounts', endpoints: accountsContract, screens });
export default accountsFeature;
