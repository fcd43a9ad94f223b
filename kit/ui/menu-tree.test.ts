import { describe, expect, test } from 'vitest';
import type { MenuNode } from './menu.ts';
import { allGroups, menuGroups, menuPages, rootOfPath } from './menu-tree.ts';

const node = (id: string, over: Partial<MenuNode> = {}): MenuNode => ({
  id,
  parentId: 'above',
  code: id,
  name: id,
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

  test('takes an empty root for no page, though it has a path', () => {
    expect(menuPages(node('cpdt', { parentId: '0' }))).toEqual([]);
  });

  test('knows no buttons as pages', () => {
    expect(menuPages(my).map((page) => page.id)).toEqual(['account', 'staff', 'roles']);
  });

  test('tells the root of a page', () => {
    expect(rootOfPath([my], '/roles')).toBe('my');
    expect(rootOfPath([my], '/elsewhere')).toBeUndefined();
  });
});
