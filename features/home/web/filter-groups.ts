import type { MenuGroup } from '#kit/ui/menu-tree.ts';

/** Groups with the pages whose name holds the query; a group whose own name matches stays whole. */
export function filterGroups(groups: readonly MenuGroup[], query: string): MenuGroup[] {
  const wanted = query.trim().toLowerCase();
  if (!wanted) return [...groups];
  return groups
    .map((group) =>
      group.name.toLowerCase().includes(wanted)
        ? group
        : { ...group, pages: group.pages.filter((page) => page.name.toLowerCase().includes(wanted)) },
    )
    .filter((group) => group.pages.length > 0);
}
