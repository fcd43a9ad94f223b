import { defineFeature } from '#kit/contract/feature.ts';
import { reportsContract } from './contract.ts';
import screens from './screens.ts';

export const reportsFeature = defineFeature({
  name: 'reports',
  about: 'Statistics, income, shifts, statements to print or to send as a link',
  endpoints: reportsContract,
  screens,
});
export default reportsFeature;
