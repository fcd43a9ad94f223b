import { cashCalls } from './contract/cash.ts';
import { discountCalls } from './contract/discounts.ts';
import {
  anyPackageCalls,
  coinPackageCalls,
  devicePackageCalls,
  pointsPackageCalls,
  storedPackageCalls,
} from './contract/packages.ts';
import { pointsStoreCalls } from './contract/points-store.ts';
import { priceListCalls } from './contract/price-lists.ts';

export { termFields, termInput } from './contract/shared.ts';

export const packagesContract = {
  ...coinPackageCalls,
  ...storedPackageCalls,
  ...pointsPackageCalls,
  ...devicePackageCalls,
  ...anyPackageCalls,
  ...discountCalls,
  ...cashCalls,
  ...priceListCalls,
  ...pointsStoreCalls,
};
