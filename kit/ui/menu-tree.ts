import type { MenuNode } from './menu.ts';

export interface MenuGroup {
  key: string;
  /** empty when the pages stand directly under the root */
  name: string;
  /** of the area; empty where there is none */
  icon: string;
  sort: number;
  /** the entries; their tabs are inside them */
  pages: readonly MenuNode[];
}

/**
 * A page has the code of its address, also when its tabs stand inside it. A root is none, also one with nothing in it:
 * its path is for clients that make a route of every node, and so is an area's.
 */
export const isPage = (node: MenuNode) =>
  node.category === 1 && node.parentId !== '0' && node.path !== '' && node.path === `/${node.code}`;

const bySort = (a: { sort: number }, b: { sort: number }) => a.sort - b.sort;

/** Entries of the menu below a node, without the tabs inside them. */
export function menuPages(node: MenuNode): MenuNode[] {
  if (isPage(node)) return [node];
  return [...(node.children ?? [])].sort(bySort).flatMap(menuPages);
}

/** The pages that show the same tabs, by their own titles: an entry and what stands inside it. */
export const tabsOf = (entry: MenuNode): MenuNode[] => [
  { ...entry, name: entry.alias },
  ...(entry.children ?? []).filter(isPage).sort(bySort),
];

/** The pages under a root in their groups; a menu of other depth than ours still comes out flat and whole. */
export function menuGroups(root: MenuNode): MenuGroup[] {
  const loose: MenuNode[] = [];
  const groups: MenuGroup[] = [];
  for (const node of [...(root.children ?? [])].sort(bySort)) {
    if (isPage(node)) loose.push(node);
    else {
      const pages = menuPages(node);
      const { id: key, name, source: icon, sort } = node;
      if (pages.length > 0) groups.push({ key, name, icon, sort, pages });
    }
  }
  if (loose.length === 0) return groups;
  return [{ key: `${root.id}/pages`, name: '', icon: '', sort: root.sort, pages: loose }, ...groups];
}

/** The groups of all roots in their order; an area that stands under two roots is one group here, under the name of the area. */
export function allGroups(roots: readonly MenuNode[]): MenuGroup[] {
  const found = new Map<string, MenuGroup>();
  for (const root of roots) {
    for (const group of menuGroups(root)) {
      const name = group.name || root.name;
      const known = found.get(name);
      const pages = [...(known?.pages ?? []), ...group.pages].sort(bySort);
      found.set(name, {
        ...(known ?? group),
        name,
        pages: pages.filter((page, index) => pages.findIndex(({ path }) => path === page.path) === index),
      });
    }
  }
  return [...found.values()].sort(bySort);
}

/** All pages a person finds in the menu, tabs too. */
export const allPages = (roots: readonly MenuNode[]): MenuNode[] => roots.flatMap(menuPages).flatMap(tabsOf);

/** The entry one is in: its page, or one of its tabs. */
export const entryOfPath = (roots: readonly MenuNode[], path: string): MenuNode | undefined =>
  roots.flatMap(menuPages).find((entry) => tabsOf(entry).some((page) => page.path === path));
