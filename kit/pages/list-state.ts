import { pageSizes } from '#kit/contract/schemas.ts';
import type { Filter } from './list-specs.ts';

export type FilterValue = string | number | boolean | (string | number)[];

/** What a person set on a list. It lives in the address, so that back, reload and a shared link keep it. */
export interface ListState {
  /** desk: the page shown; phone: how many pages are loaded */
  current: number;
  size: number;
  sort?: string;
  order?: 'asc' | 'desc';
  search?: string;
  filters: Record<string, FilterValue>;
}

/** The part of a definition that decides how the address is read. */
export interface ListShape {
  filters?: readonly Filter[];
  search?: string;
  sort?: { by: string; order: 'asc' | 'desc' };
  size?: number;
  /** names by which the server sorts */
  sortable: readonly string[];
  /** prefix of all names in the address, for a second list in one screen */
  prefix?: string;
}

export const defaultSize = 20;

const typedValue = (filter: Filter, text: string): FilterValue | undefined => {
  switch (filter.kind) {
    case 'number':
    case 'money': {
      const number = Number(text);
      return Number.isFinite(number) ? number : undefined;
    }
    case 'switch':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'choice':
      return filter.options.find((option) => String(option.value) === text)?.value;
    case 'choices': {
      const chosen = text.split(',');
      const found = filter.options
        .filter((option) => chosen.includes(String(option.value)))
        .map((option) => option.value);
      return found.length > 0 ? found : undefined;
    }
    default:
      return text;
  }
};

/** Anything in the address that does not fit is ignored: addresses are typed, cut and pasted. */
export function readListState(query: URLSearchParams, shape: ListShape): ListState {
  const get = (name: string) => query.get((shape.prefix ?? '') + name) ?? undefined;
  const filters: Record<string, FilterValue> = {};
  for (const filter of shape.filters ?? []) {
    const names = filter.kind === 'dateRange' ? [filter.name, filter.toName] : [filter.name];
    for (const name of names) {
      const text = get(name);
      const value = text === undefined || text === '' ? undefined : typedValue(filter, text);
      if (value !== undefined) filters[name] = value;
    }
  }
  const current = Number(get('current'));
  const size = Number(get('size'));
  const sort = get('sort');
  const sorted = sort !== undefined && shape.sortable.includes(sort);
  const order = get('order');
  return {
    current: Number.isInteger(current) && current >= 1 && current <= 1_000_000 ? current : 1,
    size: pageSizes.includes(size as (typeof pageSizes)[number]) ? size : (shape.size ?? defaultSize),
    sort: sorted ? sort : shape.sort?.by,
    order: sorted ? (order === 'desc' ? 'desc' : 'asc') : shape.sort?.order,
    search: shape.search ? get(shape.search) || undefined : undefined,
    filters,
  };
}

/** The inverse: leaves other parameters of the address alone and writes only what differs from the default. */
export function writeListState(query: URLSearchParams, state: ListState, shape: ListShape): URLSearchParams {
  const next = new URLSearchParams(query);
  const set = (name: string, value: string | undefined) => {
    const full = (shape.prefix ?? '') + name;
    if (value === undefined || value === '') next.delete(full);
    else next.set(full, value);
  };
  set('current', state.current === 1 ? undefined : String(state.current));
  set('size', state.size === (shape.size ?? defaultSize) ? undefined : String(state.size));
  const usual = state.sort === shape.sort?.by && state.order === shape.sort?.order;
  set('sort', usual ? undefined : state.sort);
  set('order', usual || state.order !== 'desc' ? undefined : 'desc');
  if (shape.search) set(shape.search, state.search);
  for (const filter of shape.filters ?? []) {
    const names = filter.kind === 'dateRange' ? [filter.name, filter.toName] : [filter.name];
    for (const name of names) {
      const value = state.filters[name];
      set(name, value === undefined ? undefined : Array.isArray(value) ? value.join(',') : String(value));
    }
  }
  return next;
}

/** What the call gets, without the page. */
export function listInput(state: ListState, shape: ListShape): Record<string, unknown> {
  return {
    size: state.size,
    ...(state.sort ? { sort: state.sort, order: state.order ?? 'asc' } : {}),
    ...(shape.search && state.search ? { [shape.search]: state.search } : {}),
    ...state.filters,
  };
}

/** A range is one filter to the person who set it. */
export function activeFilterCount(state: ListState, filters: readonly Filter[] = []): number {
  return filters.filter(
    (filter) =>
      state.filters[filter.name] !== undefined ||
      (filter.kind === 'dateRange' && state.filters[filter.toName] !== undefined),
  ).length;
}

/** Clicking a header: ascending, descending, back to the usual order. */
export function nextSort(state: ListState, by: string): Pick<ListState, 'sort' | 'order'> {
  if (state.sort !== by) return { sort: by, order: 'asc' };
  return state.order === 'desc' ? { sort: undefined, order: undefined } : { sort: by, order: 'desc' };
}
