import { defineFeature } from '#kit/contract/feature.ts';
import { ordersContract } from './contract.ts';
import screens from './screens.ts';

export const ordersFeature = defineFeature({
  name: 'orders',
  about: 'Orders, payments, refunds, corrections',
  endpoints: ordersContract,
  screens,
});
export default ordersFeature;
