import { describe, expect, test } from 'vitest';
import type { MenuNode } from './menu.ts';
import { allGroups, allPages, entryOfPath, menuGroups, menuPages, tabsOf } from './menu-tree.ts';

const node = (id: string, over: Partial<MenuNode> = {}): MenuNode => ({
  id,
  parentId: 'above',
  code: id,
  name: id,
  alias: id,
  path: `/${id}`,
  source: '',
  sort: 0,
  category: 1,
  ...over,
});

const my = node('my', {
  path: '',
  children: [
    node('team', { path: '', sort: 2, children: [node('roles', { sort: 2 }), node('staff', { sort: 1 })] }),
    node('empty', { path: '', sort: 3, children: [node('button', { category: 2 })] }),
    node('account', { sort: 1 }),
  ],
});

describe('the menu tree', () => {
  test('gives pages in their groups, sorted, with loose pages first', () => {
    expect(menuGroups(my).map((group) => [group.name, group.pages.map((page) => page.id)])).toEqual([
      ['', ['account']],
      ['team', ['staff', 'roles']],
    ]);
  });

  test('joins a group that stands under two roots and names loose pages after their root', () => {
    const sy = node('sy', {
      path: '',
      children: [node('team2', { path: '', name: 'team', children: [node('staff')] })],
    });
    expect(allGroups([sy, my]).map((group) => [group.name, group.pages.map((page) => page.id)])).toEqual([
      ['team', ['staff', 'roles']],
      ['my', ['account']],
    ]);
  });

  test('has the areas in their own order, whichever root they stand under', () => {
    const area = (id: string, sort: number, page: string) =>
      node(id, { path: `/x/${id}`, sort, source: `icon-${id}`, children: [node(page)] });
    const groups = allGroups([
      node('sy', { parentId: '0', children: [area('machines', 0, 'list'), area('money', 2, 'orders')] }),
      node('my', { parentId: '0', children: [area('goods', 1, 'gifts'), area('money', 2, 'wallet')] }),
    ]);
    expect(groups.map(({ name, icon, pages }) => [name, icon, pages.map(({ id }) => id)])).toEqual([
      ['machines', 'icon-machines', ['list']],
      ['goods', 'icon-goods', ['gifts']],
      ['money', 'icon-money', ['orders', 'wallet']],
    ]);
  });

  test('takes a page with tabs for one entry, and finds it by each of its tabs', () => {
    const wallet = node('wallet', {
      name: 'money',
      alias: 'wallet',
      children: [node('flow', { sort: 2 }), node('income', { sort: 1 }), node('button', { category: 2 })],
    });
    const roots = [node('my', { parentId: '0', path: '/my', children: [wallet] })];
    expect(roots.flatMap(menuPages).map(({ id }) => id)).toEqual(['wallet']);
    expect(tabsOf(wallet).map(({ id }) => id)).toEqual(['wallet', 'income', 'flow']);
    expect(tabsOf(wallet).map(({ name }) => name)).toEqual(['wallet', 'income', 'flow']);
    expect(allPages(roots).map(({ id }) => id)).toEqual(['wallet', 'income', 'flow']);
    expect(entryOfPath(roots, '/flow')?.id).toBe('wallet');
  });

  test('takes an empty root for no page, though it has a path', () => {
    expect(menuPages(node('cpdt', { parentId: '0' }))).toEqual([]);
  });

  test('knows no buttons as pages', () => {
    expect(menuPages(my).map((page) => page.id)).toEqual(['account', 'staff', 'roles']);
  });

  test('tells the entry of a page', () => {
    expect(entryOfPath([my], '/roles')?.id).toBe('roles');
    expect(entryOfPath([my], '/elsewhere')).toBeUndefined();
  });
});
