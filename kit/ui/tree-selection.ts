/** A tree of choices (permissions, menus). Only leaves are chosen; a branch shows what its leaves say. */
export interface TreeNode {
  key: string;
  title: string;
  children?: TreeNode[];
}

export type Tick = 'all' | 'some' | 'none';

export function leavesOf(node: TreeNode): string[] {
  return node.children && node.children.length > 0 ? node.children.flatMap(leavesOf) : [node.key];
}

export function tickOf(node: TreeNode, chosen: ReadonlySet<string>): Tick {
  const leaves = leavesOf(node);
  const count = leaves.filter((leaf) => chosen.has(leaf)).length;
  return count === 0 ? 'none' : count === leaves.length ? 'all' : 'some';
}

/** Ticking a branch ticks all its leaves; ticking a full branch clears them. */
export function toggled(node: TreeNode, chosen: ReadonlySet<string>): Set<string> {
  const next = new Set(chosen);
  const full = tickOf(node, chosen) === 'all';
  for (const leaf of leavesOf(node)) {
    if (full) next.delete(leaf);
    else next.add(leaf);
  }
  return next;
}

/** What matches, with the branches that lead to it. A branch that matches keeps all its leaves. */
export function filterTree(nodes: readonly TreeNode[], query: string): TreeNode[] {
  const wanted = query.trim().toLowerCase();
  if (!wanted) return [...nodes];
  return nodes.flatMap((node) => {
    if (node.title.toLowerCase().includes(wanted)) return [node];
    const children = filterTree(node.children ?? [], query);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

export interface VisibleNode {
  node: TreeNode;
  depth: number;
  expanded: boolean | undefined;
  parent: string | undefined;
}

/** The lines a tree shows, from top to bottom: what arrow keys walk over. */
export function visibleNodes(
  nodes: readonly TreeNode[],
  isExpanded: (key: string) => boolean,
  depth = 0,
  parent?: string,
): VisibleNode[] {
  return nodes.flatMap((node) => {
    const branch = node.children !== undefined && node.children.length > 0;
    const expanded = branch ? isExpanded(node.key) : undefined;
    const line = { node, depth, expanded, parent };
    return expanded ? [line, ...visibleNodes(node.children ?? [], isExpanded, depth + 1, node.key)] : [line];
  });
}
