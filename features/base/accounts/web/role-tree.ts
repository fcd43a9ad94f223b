import type { RoleNode } from '../contract/roles.ts';

/** A tree in reading order, each node with how deep it stands. */
export function flattenTree<N extends { children?: N[] }>(
  nodes: readonly N[],
  depth = 0,
): { node: N; depth: number }[] {
  return nodes.flatMap((node) => [{ node, depth }, ...flattenTree(node.children ?? [], depth + 1)]);
}

/** Job roles that a sub-account can have; the franchisees' own role is given through their screen. */
export const staffRoles = (roles: readonly RoleNode[]): RoleNode[] =>
  flattenTree(roles)
    .map(({ node }) => node)
    .filter((role) => role.roleAlias !== 'franchisee');
