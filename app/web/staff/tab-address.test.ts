import { expect, test } from 'vitest';
import { tabAddress } from './tab-address.ts';

test('the chosen wallet goes along to a tab that knows wallets, a filter of the list does not', () => {
  const search = '?walletId=7&current=3';
  expect(tabAddress('/accountFlow', search, ['walletId'], ['walletId'])).toBe('/accountFlow?walletId=7');
  expect(tabAddress('/withdrawal_records', search, ['walletId'])).toBe('/withdrawal_records');
  expect(tabAddress('/accountFlow', '', ['walletId'], ['walletId'])).toBe('/accountFlow');
});
