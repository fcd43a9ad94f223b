export interface DiffRow {
  path: string;
  before: string | undefined;
  after: string | undefined;
  change: 'added' | 'removed' | 'changed';
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** How a value reads; `path` tells which field it is of. */
export type ValueText = (value: unknown, path: string) => string;

const plainText: ValueText = (value) => (typeof value === 'string' ? value : JSON.stringify(value));
const isNothing = (value: unknown) => value === undefined || value === null;

/** What differs between two records, one row per value; nested records by their dotted path. */
export function diffRows(
  before: unknown,
  after: unknown,
  textOf: ValueText = plainText,
  path = '',
): DiffRow[] {
  if (isObject(before) || isObject(after)) {
    const one = isObject(before) ? before : {};
    const other = isObject(after) ? after : {};
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return names.flatMap((name) => diffRows(one[name], other[name], textOf, path ? `${path}.${name}` : name));
  }
  const was = isNothing(before) ? undefined : before;
  const is = isNothing(after) ? undefined : after;
  if (JSON.stringify(was) === JSON.stringify(is)) return [];
  return [
    {
      path,
      before: was === undefined ? undefined : textOf(was, path),
      after: is === undefined ? undefined : textOf(is, path),
      change: was === undefined ? 'added' : is === undefined ? 'removed' : 'changed',
    },
  ];
}
