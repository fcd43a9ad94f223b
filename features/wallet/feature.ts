import { defineFeature } from '#kit/contract/feature.ts';
import { walletContract } from './contract.ts';
import screens from './screens.ts';

export const walletFeature = defineFeature({ name: 'wallet', endpoints: walletContract, screens });
export default walletFeature;
