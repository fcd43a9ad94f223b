export interface DiffRow {
  path: string;
  before: string | undefined;
  after: string | undefined;
  change: 'added' | 'removed' | 'changed';
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function valueText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What differs between two records, one row per value; nested records by their dotted path. */
export function diffRows(before: unknown, after: unknown, path = ''): DiffRow[] {
  if (isObject(before) || isObject(after)) {
    const one = isObject(before) ? before : {};
    const other = isObject(after) ? after : {};
    const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    return names.flatMap((name) => diffRows(one[name], other[name], path ? `${path}.${name}` : name));
  }
  const was = valueText(before);
  const is = valueText(after);
  if (was === is) return [];
  return [
    {
      path,
      before: was,
      after: is,
      change: was === undefined ? 'added' : is === undefined ? 'removed' : 'changed',
    },
  ];
}
