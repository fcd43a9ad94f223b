import { expect, test } from 'vitest';
import { tabOf, withTab } from './address-tab.ts';

const tabs = ['open', 'done', 'all'] as const;

test('the address says which tab is open; without a word, or with a wrong one, it is the first', () => {
  expect(tabOf('?tab=done&fieldId=1', tabs)).toBe('done');
  expect(tabOf('', tabs)).toBe('open');
  expect(tabOf('?tab=gone', tabs)).toBe('open');
});

test('another tab leaves the rest of the address as it is', () => {
  expect(withTab('?fieldId=1', tabs, 'done')).toBe('?fieldId=1&tab=done');
  expect(withTab('?tab=done&fieldId=1', tabs, 'all')).toBe('?tab=all&fieldId=1');
  expect(withTab('?tab=all', tabs, 'open')).toBe('');
});
