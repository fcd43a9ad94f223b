import { expect, it } from 'vitest';
import { coerceInput } from '#kit/contract/coerce.ts';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { newId } from '#kit/kernel/ids.ts';
import { packagesContract as calls } from '../contract.ts';

const site = { fieldId: newId() };
const some = { ids: `${newId()},${newId()}` };

/** What the specification names for its calls about discounts and packages. */
const named: [path: string, endpoint: AnyEndpoint, parameters: Record<string, string>][] = [
  ['/api/blade-discount/discount/getDiscountByField', calls.listDiscounts, site],
  ['/api/blade-discount/discount/recoveryDiscountByField', calls.restoreDiscounts, site],
  ['/api/blade-discount/discount/updateTjRechargeMoney', calls.recommendPackage, { id: newId() }],
  ['/api/blade-discount/discount/remove', calls.removeDiscounts, some],
  ['/api/blade-userZjsb/userZjsb/getUserZjsbListByField', calls.listCoinPackages, site],
  ['/api/blade-userZjsb/userZjsb/recoveryUserZjsbByField', calls.restoreCoinPackages, site],
  ['/api/blade-userZjsb/userZjsb/remove', calls.removeCoinPackages, some],
  [
    '/api/blade-fieldStorageTc/fieldStorageTc/getUserFieldStorageTcListByField',
    calls.listStoredPackages,
    site,
  ],
  [
    '/api/blade-fieldStorageTc/fieldStorageTc/recoveryFieldStorageTcByField',
    calls.restoreStoredPackages,
    site,
  ],
  ['/api/blade-fieldStorageTc/fieldStorageTc/remove', calls.removeStoredPackages, some],
];

it.each(named)('%s needs no more than the specification names', (path, endpoint, parameters) => {
  expect(endpoint.path).toBe(path);
  const input = coerceInput(endpoint.input, { text: parameters, json: {} });
  expect(endpoint.input.safeParse(input).error?.issues).toBeUndefined();
});
