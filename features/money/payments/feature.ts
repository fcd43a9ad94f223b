import { defineFeature } from '#kit/contract/feature.ts';
import { paymentNotices } from './contract/notices.ts';
import { paymentsContract } from './contract.ts';
import screens from './screens.ts';

export const paymentsFeature = defineFeature({
  name: 'payments',
  about: 'Payment platforms: notices, disputes, how each of them is doing',
  foreign: paymentNotices,
  endpoints: paymentsContract,
  screens,
});
export default paymentsFeature;
