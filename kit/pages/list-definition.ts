import type { ReactNode } from 'react';
import type { AnyEndpoint, InputOf } from '#kit/contract/endpoint.ts';
import type { RecordOf, ReferenceSource } from '#kit/ui/fields/reference-source.ts';
import type { Option } from '#kit/ui/fields/types.ts';
import type { IconName } from '#kit/ui/icons.tsx';
import type { Action } from './actions.ts';
import type { ExportColumn } from './export-stream.ts';

export type { RecordOf };

/** Options of a choice: labels are translation keys, or plain names that come from data (`plain`). */
export type LabelledOption = Option & { plain?: boolean };

type NameOf<E extends AnyEndpoint> = keyof InputOf<E> & string;

export type Filter<E extends AnyEndpoint = AnyEndpoint> = {
  /** translation key */
  label: string;
} & (
  | { kind: 'text' | 'number' | 'money' | 'date' | 'switch' | 'region' | 'phone'; name: NameOf<E> }
  | { kind: 'choice' | 'choices'; name: NameOf<E>; options: readonly LabelledOption[] }
  | { kind: 'reference'; name: NameOf<E>; source: ReferenceSource }
  /** two inputs, one field */
  | { kind: 'dateRange'; name: NameOf<E>; toName: NameOf<E> }
);

export interface Column<R> {
  /** name in the record; also the name by which the server sorts, unless `sortBy` says otherwise */
  key: string;
  /** translation key */
  label: string;
  render?: (row: R) => ReactNode;
  /** how an export writes the value: as money, as an instant …, or by the names (translation keys) of its values */
  exportAs?: { kind?: ExportColumn['kind']; values?: Record<string, string> };
  sortable?: boolean;
  sortBy?: string;
  width?: number | string;
  align?: 'left' | 'right' | 'center';
  /** title line of the phone card; the first column unless one is marked */
  primary?: boolean;
  /** line under the title of the phone card */
  secondary?: boolean;
  /** shown at the right of the title of the phone card (a status, an amount) */
  trailing?: boolean;
  hideOnPhone?: boolean;
  /** hidden on the desk until chosen */
  optional?: boolean;
  /** left out of exports (pictures, buttons) */
  noExport?: boolean;
}

export interface EmptyText {
  /** translation keys */
  title: string;
  hint?: string;
  action?: ReactNode;
}

export interface ListDefinition<E extends AnyEndpoint> {
  /** a call whose input comes from `pageInput` and whose answer from `pageOf` */
  endpoint: E;
  /** fixed part of the input (an id from the address …) */
  input?: Partial<InputOf<E>>;
  /** identity of a row; `row.id` unless told */
  rowId?: (row: RecordOf<E>) => string;
  columns: readonly Column<RecordOf<E>>[];
  filters?: readonly Filter<E>[];
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
  /** title of the drawer; the primary column unless told */
  rowTitle?: (row: RecordOf<E>) => ReactNode;
  /** left-hand picture of the phone card */
  leading?: (row: RecordOf<E>) => ReactNode;
  empty: EmptyText;
  export?: boolean;
  /** prefix of live events that change this list */
  live?: string;
  /** above the list (tabs, a summary) */
  header?: ReactNode;
  /** tells apart two lists in one screen, in the address and in the remembered columns */
  id?: string;
  icon?: IconName;
}

export const defineList = <E extends AnyEndpoint>(definition: ListDefinition<E>): ListDefinition<E> =>
  definition;

export const rowIdOf = <E extends AnyEndpoint>(definition: ListDefinition<E>, row: RecordOf<E>): string =>
  definition.rowId?.(row) ?? String((row as { id: unknown }).id);

/** Filter names as they stand in the address and in the input. */
export function filterNames(filters: readonly Filter[] = []): string[] {
  return filters.flatMap((filter) =>
    filter.kind === 'dateRange' ? [filter.name, filter.toName] : [filter.name],
  );
}
