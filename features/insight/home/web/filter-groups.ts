import type { MenuNode } from '#kit/ui/menu.ts';
import { type MenuGroup, tabsOf } from '#kit/ui/menu-tree.ts';

/**
 * Areas with the pages whose name holds the query, those that are tabs of an entry too; an area or an entry whose own
 * name matches stays whole.
 */
export function filterGroups(groups: readonly MenuGroup[], query: string): MenuGroup[] {
  const wanted = query.trim().toLowerCase();
  if (!wanted) return [...groups];
  const matches = ({ name }: { name: string }) => name.toLowerCase().includes(wanted);
  const pagesOf = (entry: MenuNode) => {
    const tabs = tabsOf(entry).map(({ children: _inside, ...page }) => page);
    return matches(entry) ? tabs : tabs.filter(matches);
  };
  return groups
    .map((group) => (matches(group) ? group : { ...group, pages: group.pages.flatMap(pagesOf) }))
    .filter((group) => group.pages.length > 0);
}
