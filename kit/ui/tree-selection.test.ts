import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filterTree, leavesOf, type TreeNode, tickOf, toggled, visibleNodes } from './tree-selection.ts';

const tree: TreeNode = {
  key: 'sites',
  title: 'Sites',
  children: [
    { key: 'view', title: 'View sites' },
    {
      key: 'change',
      title: 'Change',
      children: [
        { key: 'edit', title: 'Edit' },
        { key: 'remove', title: 'Remove' },
      ],
    },
  ],
};

describe('a tree of permissions', () => {
  test('shows a branch as full, partial or empty by its leaves', () => {
    expect(tickOf(tree, new Set())).toBe('none');
    expect(tickOf(tree, new Set(['edit']))).toBe('some');
    expect(tickOf(tree, new Set(['edit', 'view', 'remove']))).toBe('all');
  });

  test('chooses leaves only, and clears a branch that is full', () => {
    const all = toggled(tree, new Set(['edit']));
    expect([...all].toSorted()).toEqual(['edit', 'remove', 'view']);
    expect(toggled(tree, all).size).toBe(0);
  });

  test('never touches what lies outside the branch', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom('view', 'edit', 'remove', 'else', 'other')), (chosen) => {
        const branch = tree.children?.[1] as TreeNode;
        const next = toggled(branch, new Set(chosen));
        const outside = (keys: Iterable<string>) =>
          [...keys].filter((key) => !leavesOf(branch).includes(key)).toSorted();
        expect(outside(next)).toEqual(outside(chosen));
      }),
    );
  });

  test('keeps the way to what was searched', () => {
    const found = filterTree([tree], 'remo');
    expect(visibleNodes(found, () => true).map((line) => line.node.key)).toEqual([
      'sites',
      'change',
      'remove',
    ]);
    expect(filterTree([tree], 'nothing')).toEqual([]);
  });

  test('hides what is inside a closed branch', () => {
    const lines = visibleNodes([tree], (key) => key !== 'change');
    expect(lines.map((line) => [line.node.key, line.depth])).toEqual([
      ['sites', 0],
      ['view', 1],
      ['change', 1],
    ]);
  });
});
