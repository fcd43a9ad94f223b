import { flattenTree } from '#kit/kernel/tree.ts';
import type { RoleNode } from '../contract/roles.ts';

/** Job roles that a sub-account can have; the franchisees' own role is given through their screen. */
export const staffRoles = (roles: readonly RoleNode[]): RoleNode[] =>
  flattenTree(roles)
    .map(({ node }) => node)
    .filter((role) => role.roleAlias !== 'franchisee');
