import { expect, it } from 'vitest';
import { isList, refuseUnknownFilters } from '#kit/server/http/unknown-filters.ts';
import type { StaffSession } from '#kit/server/session.ts';
import { discoverFeatures } from '../discover-features.ts';
import { pageOfMenuPath } from '../page-facts.ts';

it('a path of the menu leads to the page it means, and nothing else does', () => {
  const pages = ['/wallet', '/accountFlow', '/wallet/out'];
  const pageOf = (path: string) => pageOfMenuPath(path, (one) => pages.includes(one));
  expect(pageOf('/my/store/wallet')).toBe('/wallet');
  expect(pageOf('/my/store/wallet/accountFlow')).toBe('/accountFlow');
  expect(pageOf('/my/store/wallet/out')).toBe('/wallet/out');
  expect(pageOf('/my/store')).toBeUndefined();
  expect(pageOf('/my/elsewhere/wallet')).toBeUndefined();
  expect(pageOf('/wallet')).toBeUndefined();
  expect(pageOf('/my/store/nothing')).toBeUndefined();
});

it('no list refuses paging, sorting or what clients of the family always add; every list refuses other filters', async () => {
  const session = { kind: 'staff', tenantId: '100001' } as StaffSession;
  const extras = { current: 1, size: 10, total: 0, pages: 1, sort: 'x', order: 'asc', ascs: 'a', descs: 'b' };
  const usual = { ...extras, isEnabled: 1, tenantId: '100001', _t: 1 };
  const lists = (await discoverFeatures())
    .flatMap(({ endpoints }) => Object.values(endpoints))
    .filter(isList);
  expect(lists.length).toBeGreaterThan(50);
  for (const list of lists) {
    refuseUnknownFilters(list, usual, session);
    expect(() => refuseUnknownFilters(list, { notAFilter: 'x' }, session), list.path).toThrow();
    if (!('tenantId' in list.input.shape))
      expect(() => refuseUnknownFilters(list, { tenantId: '100002' }, session), list.path).toThrow();
  }
});
