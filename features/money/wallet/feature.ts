import { defineFeature } from '#kit/contract/feature.ts';
import { walletContract } from './contract.ts';
import screens from './screens.ts';

export const walletFeature = defineFeature({
  name: 'wallet',
  about: 'What a merchant has earned: balance, withdrawals',
  endpoints: walletContract,
  screens,
});
export default walletFeature;
