import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Filter } from './list-specs.ts';
import {
  activeFilterCount,
  type FilterValue,
  type ListShape,
  type ListState,
  listInput,
  nextSort,
  readListState,
  writeListState,
} from './list-state.ts';

const filters: Filter[] = [
  { kind: 'text', name: 'name', label: 'x' },
  { kind: 'number', name: 'count', label: 'x' },
  { kind: 'switch', name: 'enabled', label: 'x' },
  {
    kind: 'choice',
    name: 'type',
    label: 'x',
    options: [
      { value: 'mall', label: 'm' },
      { value: 7, label: 's' },
    ],
  },
  {
    kind: 'choices',
    name: 'tags',
    label: 'x',
    options: [
      { value: 1, label: '1' },
      { value: 2, label: '2' },
    ],
  },
  { kind: 'dateRange', name: 'from', toName: 'to', label: 'x' },
];
const shape: ListShape = {
  filters,
  search: 'keyword',
  sortable: ['name', 'createdAt'],
  sort: { by: 'createdAt', order: 'desc' },
};
const read = (query: string, of: ListShape = shape) => readListState(new URLSearchParams(query), of);

const word = fc.string({ minLength: 1, maxLength: 20 });
const states: fc.Arbitrary<ListState> = fc.record({
  current: fc.integer({ min: 1, max: 5000 }),
  size: fc.constantFrom(10, 20, 50, 100),
  sort: fc.constantFrom('name', 'createdAt'),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  search: fc.option(word, { nil: undefined }),
  filters: fc
    .record(
      {
        name: word,
        count: fc.integer(),
        enabled: fc.boolean(),
        type: fc.constantFrom<FilterValue>('mall', 7),
        tags: fc.constantFrom<FilterValue>([1], [2], [1, 2]),
        from: fc.constant('2026-01-01'),
        to: fc.constant('2026-01-31'),
      },
      { requiredKeys: [] },
    )
    .map((values) => values as Record<string, FilterValue>),
});

describe('the state of a list', () => {
  test('comes back from the address exactly as it went in', () => {
    fc.assert(
      fc.property(states, (state) => {
        const query = writeListState(new URLSearchParams('tab=1'), state, shape);
        expect(readListState(query, shape)).toEqual(state);
        expect(query.get('tab')).toBe('1');
      }),
    );
  });

  test('writes nothing for the usual state', () => {
    expect(writeListState(new URLSearchParams('current=4&name=x'), read(''), shape).toString()).toBe('');
  });

  test('ignores what does not fit', () => {
    const state = read('current=-3&size=7&sort=password&order=desc&count=many&enabled=maybe&type=zoo&tags=9');
    expect(state).toEqual({
      current: 1,
      size: 20,
      sort: 'createdAt',
      order: 'desc',
      search: undefined,
      filters: {},
    });
  });

  test('never breaks on any address', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('current', 'size', 'sort', 'order', 'tags', 'x'), fc.string())),
        (pairs) => {
          expect(read(new URLSearchParams(pairs).toString()).current).toBeGreaterThanOrEqual(1);
        },
      ),
    );
  });

  test('of two lists in one screen does not mix', () => {
    const second: ListShape = { ...shape, prefix: 'b.' };
    const query = writeListState(
      new URLSearchParams('name=one'),
      { ...read(''), filters: { name: 'two' } },
      second,
    );
    expect(readListState(query, shape).filters).toEqual({ name: 'one' });
    expect(readListState(query, second).filters).toEqual({ name: 'two' });
  });

  test('gives the call its filters, search and order', () => {
    expect(listInput(read('keyword=east&enabled=false&sort=name'), shape)).toEqual({
      size: 20,
      sort: 'name',
      order: 'asc',
      keyword: 'east',
      enabled: false,
    });
  });

  test('counts a range as one filter', () => {
    expect(activeFilterCount(read('from=2026-01-01&to=2026-01-31&name=x'), filters)).toBe(2);
    expect(activeFilterCount(read('to=2026-01-31'), filters)).toBe(1);
  });

  test('sorts up, then down, then as usual', () => {
    const first = nextSort({ ...read('') }, 'name');
    const second = nextSort({ ...read(''), ...first }, 'name');
    const third = nextSort({ ...read(''), ...second }, 'name');
    expect([first, second, third].map((one) => [one.sort, one.order])).toEqual([
      ['name', 'asc'],
      ['name', 'desc'],
      [undefined, undefined],
    ]);
  });
});
