import type { ReactNode } from 'react';
import type { AnyEndpoint, InputOf } from '#kit/contract/endpoint.ts';
import { recordOf } from '#kit/contract/meaning.ts';
import type { RecordOf } from '#kit/ui/fields/reference-source.ts';
import type { IconName } from '#kit/ui/icons.tsx';
import type { Action } from './actions.ts';
import { fieldLabel, textsOf } from './field-names.ts';
import { type ResolvedColumn, resolveColumns, sortNames } from './list-columns.ts';
import { resolveFilters } from './list-filter-specs.ts';
import type { Column, ColumnSpec, Filter, FilterSpec, NameOf } from './list-specs.ts';

export type { RecordOf };

export interface EmptyText {
  /** translation keys */
  title: string;
  hint?: string;
  action?: ReactNode;
}

export interface ListOptions<E extends AnyEndpoint> {
  /**
   * Where the names of fields stand: `coins` for `coins:field.<key>`, `coins:deposit` for `coins:deposit.<key>`. Unless told, at
   * the feature whose right the call asks for.
   */
  texts?: string;
  /** a call whose input comes from `pageInput` and whose answer from `pageOf` */
  endpoint: E;
  /** fixed part of the input (an id from the address …) */
  input?: Partial<InputOf<E>>;
  /** identity of a row; `row.id` unless told */
  rowId?: (row: RecordOf<E>) => string;
  columns: readonly ColumnSpec<RecordOf<E>>[];
  filters?: readonly FilterSpec<E>[];
  /** input name of the search box */
  search?: NameOf<E>;
  /** translation key: what the search box looks through */
  searchHint?: string;
  sort?: { by: string; order: 'asc' | 'desc' };
  size?: number;
  rowActions?: readonly Action<RecordOf<E>>[];
  /** work on the selected rows; their presence makes rows selectable */
  bulkActions?: readonly Action<RecordOf<E>[]>[];
  /** the page's own actions; the first one is prominent and sticks to the lower edge on the phone */
  actions?: readonly Action<undefined>[];
  /** where a row leads … */
  rowTo?: (row: RecordOf<E>) => string;
  /** … or what a side drawer (phone: bottom sheet) shows of it */
  rowDetail?: (row: RecordOf<E>, close: () => void) => ReactNode;
  /** … or, true, all its fields, also those that the desk hides until chosen */
  facts?: boolean;
  /** title of the drawer; what the row is about unless told */
  rowTitle?: (row: RecordOf<E>) => ReactNode;
  /** left-hand picture of a phone's row; the first picture of the columns unless told */
  leading?: (row: RecordOf<E>) => ReactNode;
  empty: EmptyText;
  /** every list can be taken along as a file; false, with a reason, where that makes no sense */
  export?: boolean;
  /** a report: what is set on it can be kept under a name */
  views?: boolean;
  /** above the list (tabs, a summary) */
  header?: ReactNode;
  /** tells apart two lists in one screen, in the address and in the remembered columns */
  id?: string;
  /** of the list when it is empty, and of a row without its picture */
  icon?: IconName;
}

/** A list as its page reads it: columns and filters with all that the schemas say. */
export interface ListDefinition<E extends AnyEndpoint> extends Omit<ListOptions<E>, 'columns' | 'filters'> {
  columns: readonly ResolvedColumn<RecordOf<E>>[];
  filters: readonly Filter[];
}

export function defineList<E extends AnyEndpoint>(options: ListOptions<E>): ListDefinition<E> {
  const { endpoint, texts = textsOf(endpoint), columns, filters = [] } = options;
  return {
    ...options,
    columns: resolveColumns<RecordOf<E>>(
      recordOf(endpoint.output),
      texts,
      columns,
      sortNames(endpoint.input),
    ),
    filters: resolveFilters(endpoint, texts, filters as readonly FilterSpec[]),
  };
}

/** Columns that several lists share, with the names and the meaning that the answer of `endpoint` gives them. */
export const columnsOf = <E extends AnyEndpoint>(
  endpoint: E,
  texts: string,
  specs: readonly ColumnSpec<RecordOf<E>>[],
): readonly Column<RecordOf<E>>[] =>
  specs.map((spec) => {
    const column: Column<RecordOf<E>> = typeof spec === 'string' ? { key: spec } : spec;
    return { ...column, label: column.label ?? fieldLabel(recordOf(endpoint.output), texts, column.key) };
  });

export const rowIdOf = <E extends AnyEndpoint>(definition: ListDefinition<E>, row: RecordOf<E>): string =>
  definition.rowId?.(row) ?? String((row as { id: unknown }).id);

/** Filter names as they stand in the address and in the input. */
export function filterNames(filters: readonly Filter[] = []): string[] {
  return filters.flatMap((filter) =>
    filter.kind === 'dateRange' ? [filter.name, filter.toName] : [filter.name],
  );
}
