import { expect, it } from 'vitest';
import english from '#features/money/ledger/i18n/en-us.json' with { type: 'json' };
import chinese from '#features/money/ledger/i18n/zh-cn.json' with { type: 'json' };
import { discoverServedFeatures } from '../discover-features.ts';

it('every check of the books has its text in each language', async () => {
  const names = (await discoverServedFeatures()).flatMap(({ checks }) => checks.map(({ name }) => name));
  expect(names.length).toBeGreaterThan(40);
  for (const { check } of [english, chinese]) expect(names.filter((name) => !(name in check))).toEqual([]);
});
