interface Flat {
  id: string;
  parentId: string;
}
type Nested<T> = T & { children?: Nested<T>[] };

/** Children under their parents; a member whose parent is not in the list stands at the root. No `children` where there are none. */
export function treeOf<T extends Flat>(list: readonly T[]): Nested<T>[] {
  const known = new Set(list.map((item) => item.id));
  const below = Map.groupBy(list, (item) => (known.has(item.parentId) ? item.parentId : ''));
  const nest = (items: readonly T[]): Nested<T>[] =>
    items.map((item) => {
      const children = below.get(item.id);
      return children ? { ...item, children: nest(children) } : { ...item };
    });
  return nest(below.get('') ?? []);
}

/** A tree in reading order, each node with how deep it stands. */
export function flattenTree<N extends { children?: N[] }>(
  nodes: readonly N[],
  depth = 0,
): { node: N; depth: number }[] {
  return nodes.flatMap((node) => [{ node, depth }, ...flattenTree(node.children ?? [], depth + 1)]);
}
