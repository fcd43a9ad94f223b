import type { MenuNode } from './menu.ts';

export interface MenuGroup {
  key: string;
  /** empty when the pages stand directly under the root */
  name: string;
  pages: readonly MenuNode[];
}

/** A root is none, also one with nothing in it: its path is for clients that make a route of every node. */
export const isPage = (node: MenuNode) =>
  node.category === 1 && node.parentId !== '0' && node.path !== '' && !node.children?.length;

const bySort = (a: MenuNode, b: MenuNode) => a.sort - b.sort;

/** The pages under a root in their groups; a menu of other depth than ours still comes out flat and whole. */
export function menuGroups(root: MenuNode): MenuGroup[] {
  const loose: MenuNode[] = [];
  const groups: MenuGroup[] = [];
  for (const node of [...(root.children ?? [])].sort(bySort)) {
    if (isPage(node)) loose.push(node);
    else {
      const pages = menuPages(node);
      if (pages.length > 0) groups.push({ key: node.id, name: node.name, pages });
    }
  }
  return loose.length > 0 ? [{ key: `${root.id}/pages`, name: '', pages: loose }, ...groups] : groups;
}

/** The groups of all roots; a group that stands under two roots (pages and shortcuts) is one group here. */
export function allGroups(roots: readonly MenuNode[]): MenuGroup[] {
  const found = new Map<string, MenuGroup>();
  for (const root of roots) {
    for (const group of menuGroups(root)) {
      const name = group.name || root.name;
      const known = found.get(name);
      const pages = [...(known?.pages ?? []), ...group.pages];
      found.set(name, {
        key: known?.key ?? group.key,
        name,
        pages: pages.filter((page, index) => pages.findIndex(({ path }) => path === page.path) === index),
      });
    }
  }
  return [...found.values()];
}

export function menuPages(node: MenuNode): MenuNode[] {
  if (isPage(node)) return [node];
  return [...(node.children ?? [])].sort(bySort).flatMap(menuPages);
}

/** The root whose tab is lit: the one the page belongs to. */
export function rootOfPath(roots: readonly MenuNode[], path: string): string | undefined {
  return roots.find((root) => root.path === path || menuPages(root).some((page) => page.path === path))?.code;
}
