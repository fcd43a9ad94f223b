import { defineFeature } from '#kit/contract/feature.ts';
import { ledgerContract } from './contract.ts';
import screens from './screens.ts';

export const ledgerFeature = defineFeature({
  name: 'ledger',
  about: 'The books: accounts, movements, days',
  endpoints: ledgerContract,
  screens,
});
export default ledgerFeature;
