import { expect, test } from 'vitest';
import { treeOf } from './tree.ts';

test('a tree leaves out empty children and keeps a member whose parent is gone', () => {
  const nodes = [
    { id: 'a', parentId: '0' },
    { id: 'b', parentId: 'a' },
    { id: 'c', parentId: 'gone' },
  ];
  expect(treeOf(nodes)).toEqual([
    { id: 'a', parentId: '0', children: [{ id: 'b', parentId: 'a' }] },
    { id: 'c', parentId: 'gone' },
  ]);
});
