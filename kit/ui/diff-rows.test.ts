import { describe, expect, test } from 'vitest';
import { diffRows } from './diff-rows.ts';

describe('before and after', () => {
  test('lists what was changed, added and removed, by path', () => {
    const before = { name: 'A', hours: { open: '09:00' }, tags: ['x'], gone: 1 };
    const after = { name: 'B', hours: { open: '09:00', close: '22:00' }, tags: ['x'], fresh: true };
    expect(diffRows(before, after)).toEqual([
      { path: 'name', before: 'A', after: 'B', change: 'changed' },
      { path: 'hours.close', before: undefined, after: '22:00', change: 'added' },
      { path: 'gone', before: '1', after: undefined, change: 'removed' },
      { path: 'fresh', before: undefined, after: 'true', change: 'added' },
    ]);
  });

  test('is empty for equal records, and takes null for nothing', () => {
    expect(diffRows({ a: 1, b: null }, { a: 1 })).toEqual([]);
  });

  test('shows a record that was created or removed in full', () => {
    expect(diffRows(null, { name: 'A' })).toEqual([
      { path: 'name', before: undefined, after: 'A', change: 'added' },
    ]);
    expect(diffRows({ name: 'A' }, undefined)[0]?.change).toBe('removed');
  });
});
