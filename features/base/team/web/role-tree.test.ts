import { describe, expect, it } from 'vitest';
import { flattenTree } from '#kit/kernel/tree.ts';
import type { RoleNode } from '../contract/roles.ts';
import { staffRoles } from './role-tree.ts';

const role = (id: string, roleAlias = '', children?: RoleNode[]): RoleNode => ({
  id,
  tenantId: '100002',
  parentId: '0',
  roleName: id,
  roleAlias,
  sort: 0,
  userCount: 0,
  permissionCount: 0,
  children,
});

describe('job roles to choose from', () => {
  const tree = [role('manager', '', [role('cashier'), role('restocker')]), role('partner', 'franchisee')];

  it('lists children right after their parent, one level deeper', () => {
    expect(flattenTree(tree).map(({ node, depth }) => `${node.id} ${depth}`)).toEqual([
      'manager 0',
      'cashier 1',
      'restocker 1',
      'partner 0',
    ]);
  });

  it('leaves out the role that only franchisees hold', () => {
    expect(staffRoles(tree).map(({ id }) => id)).toEqual(['manager', 'cashier', 'restocker']);
  });
});
