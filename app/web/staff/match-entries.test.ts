import { expect, test } from 'vitest';
import { matchEntries } from './match-entries.ts';

const entries = [
  { name: '添加员工', path: '/addzzh' },
  { name: '员工', path: '/managezzh' },
  { name: 'Site list', path: '/tfaddress' },
];
const names = (query: string) => matchEntries(entries, query).map((entry) => entry.name);

test('pages are found by any part of their name or path, names that begin with it first', () => {
  expect(names('员工')).toEqual(['员工', '添加员工']);
  expect(names('ADDRESS')).toEqual(['Site list']);
  expect(names('site list')).toEqual(['Site list']);
  expect(names('list nothing')).toEqual([]);
});

test('an empty query shows all pages', () => {
  expect(names('  ')).toHaveLength(3);
});

test('of pages that match alike those of the menu come first', () => {
  const found = matchEntries(
    [
      { name: 'Add gift', path: '/addgift' },
      { name: 'The gifts', path: '/giftmanage', inMenu: true },
      { name: 'Gift types', path: '/giftType' },
    ],
    'gift',
  );
  expect(found.map(({ name }) => name)).toEqual(['Gift types', 'The gifts', 'Add gift']);
});
