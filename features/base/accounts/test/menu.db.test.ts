import { describe, expect, test } from 'vitest';
import { teamContract } from '#features/base/team/contract.ts';
import { menuAreas } from '#kit/contract/screen.ts';
import type { DemoUser } from '#kit/server/testing/harness.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import type { MenuNode } from '../contract/menu.ts';
import { accountsContract } from '../contract.ts';

const { server } = testServer();

const flat = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
const menuOf = async (user: DemoUser, language: 'zh-cn' | 'en-us' = 'zh-cn') =>
  (await server.as(user, language)).call(accountsContract.menuRoutesH5, {});
const pathsOf = async (user: DemoUser) =>
  flat(await menuOf(user)).flatMap(({ path }) => (path ? [path] : []));

const own = ['/account', '/setaccount'];
const team = ['/managezzh', '/account_job'];

test('the menu has the roots sy, cpdt, my and nodes of the wire’s shape', async () => {
  const menu = await menuOf('merchant');
  expect(menu.map(({ code, parentId }) => [code, parentId])).toEqual([
    ['sy', '0'],
    ['cpdt', '0'],
    ['my', '0'],
  ]);
  const nodes = flat(menu);
  expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
  for (const node of nodes) {
    expect(node.hasChildren).toBe((node.children?.length ?? 0) > 0);
    expect(node.children ?? ['some']).not.toHaveLength(0);
    expect(node.name).not.toMatch(/[:.]/);
  }
  // clients make a route of every node
  expect(nodes.every(({ path }) => path.startsWith('/'))).toBe(true);
  expect(new Set(nodes.map(({ path }) => path)).size).toBe(nodes.length);
});

/** Areas with the paths of their entries, over all roots. */
const areasOf = async (user: DemoUser) => {
  const areas = new Map<string, string[]>();
  for (const root of await menuOf(user))
    for (const { code, children } of root.children ?? [])
      areas.set(code, [...(areas.get(code) ?? []), ...children!.map(({ path }) => path)]);
  return areas;
};

test('the menu has seven areas of a few entries each; what stands beside an entry is inside it', async () => {
  const areas = await areasOf('merchant');
  expect([...areas.keys()].sort()).toEqual([...menuAreas].sort());
  for (const [area, entries] of areas) expect(entries.length, area).toBeLessThanOrEqual(7);
  expect([...areas.values()].flat().length).toBeLessThanOrEqual(40);
  const nodes = flat(await menuOf('merchant', 'en-us'));
  const wallet = nodes.find(({ path }) => path === '/wallet')!;
  expect(wallet.children?.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/accountFlow', '/details_income', '/details_list', '/money_detail_list']),
  );
  // an entry may have a name of its own; the title of its page is the alias
  const paid = nodes.find(({ path }) => path === '/authentication')!;
  expect([paid.name, paid.alias]).toEqual(['Getting paid', 'Real-name verification']);
  for (const user of ['admin', 'agent', 'franchisee', 'clerk'] as const)
    for (const [area, entries] of await areasOf(user)) expect(entries.length, area).toBeLessThanOrEqual(7);
});

test('who may not open an entry finds the first of its tabs in its place', async () => {
  const menu = await menuOf('admin');
  const entries = menu.flatMap(({ children }) => children ?? []).flatMap(({ children }) => children ?? []);
  const versions = entries.find(({ path }) => path === '/versionControl');
  expect(versions?.name).toBe('版本控制');
  expect(flat(menu).map(({ path }) => path)).not.toContain('/batchModify');
});

test('the menu speaks the caller’s language', async () => {
  const nameOf = (nodes: MenuNode[]) => flat(nodes).find(({ path }) => path === '/managezzh')?.name;
  expect(nameOf(await menuOf('merchant', 'en-us'))).toBe('Sub-accounts');
  expect(nameOf(await menuOf('merchant'))).toBe('子账号');
});

test('for standard clients every path of the same menu lies below its parent’s and ends with its page’s', async () => {
  const client = await server.as('merchant');
  const plain = await client.call(accountsContract.menuRoutesH5, {});
  const nested = await client.call(accountsContract.menuRoutes, {});
  expect(flat(nested).map(({ id }) => id)).toEqual(flat(plain).map(({ id }) => id));
  const pathOf = new Map(flat(plain).map(({ id, path }) => [id, path]));
  const check = (nodes: readonly MenuNode[], parent: string) => {
    for (const { id, path, children } of nodes) {
      expect(path.startsWith(`${parent}/`), path).toBe(true);
      expect(path.endsWith(pathOf.get(id)!), path).toBe(true);
      check(children ?? [], path);
    }
  };
  check(nested, '');
  const top = await client.call(accountsContract.topMenu, {});
  expect(top.map(({ code }) => code)).toEqual(['sy', 'cpdt', 'my']);
  expect(await client.call(accountsContract.menuRoutes, { topMenuId: top[2]!.id })).toEqual([nested[2]]);
});

test('clients of the family learn who is logged in, where, and which tenant to name at log-in', async () => {
  const client = await server.as('clerk');
  const own = await client.call(accountsContract.info, {});
  expect(own.deptId).toBe(own.tenantId);
  expect(own.deptName).toBe(own.tenantName);
  const told = await client.call(accountsContract.tokenUser, {});
  expect(told).toMatchObject({
    userId: own.id,
    account: 'clerk',
    deptId: own.deptId,
    roles: [told.roleName],
  });
  expect(told.permission).toEqual(own.permissions);
  const stranger = await server.as(undefined);
  expect(await stranger.call(accountsContract.tenantInfo, { domain: 'https://shop.example' })).toEqual({
    tenantId: '000000',
  });
});

describe('the menu hides what is not allowed or belongs to another realm', () => {
  test.each<[DemoUser, string[], string[]]>([
    [
      'admin',
      [...own, ...team, '/agent_list', '/operation_record', '/platform_review'],
      ['/shmc', '/managejms'],
    ],
    ['agent', [...own, ...team, '/agent_list', '/operation_record'], ['/platform_review', '/shmc']],
    [
      'merchant',
      [...own, ...team, '/shmc', '/setservice', '/managejms', '/operation_record'],
      ['/agent_list'],
    ],
    ['franchisee', own, [...team, '/shmc', '/managejms', '/operation_record', '/agent_list']],
    ['clerk', own, [...team, '/shmc', '/managejms', '/operation_record', '/platform_review']],
  ])('%s', async (user, shown, hidden) => {
    const paths = await pathsOf(user);
    expect(paths).toEqual(expect.arrayContaining(shown));
    for (const path of hidden) expect(paths).not.toContain(path);
  });
});

test('the buttons are exactly the keys that the account holds and can reach from a menu', async () => {
  for (const user of ['admin', 'merchant', 'clerk'] as const) {
    const client = await server.as(user);
    const { permissions } = await client.call(accountsContract.info, {});
    const buttons = flat(await client.call(accountsContract.menuButtons, {})).filter(
      ({ category }) => category === 2,
    );
    expect(buttons.map(({ code }) => code).sort()).toEqual([...permissions].sort());
  }
});

test('a franchisee’s and a clerk’s grant tree would be no larger than their rights', async () => {
  const merchant = await server.as('merchant');
  const { menu } = await merchant.call(teamContract.grantTree, {});
  const keys = menu.flatMap(({ children }) => children?.map(({ id }) => id) ?? []);
  const { permissions } = await merchant.call(accountsContract.info, {});
  expect(keys.sort()).toEqual([...permissions].sort());
});
