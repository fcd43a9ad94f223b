import type { ReactNode } from 'react';
import type { AnyEndpoint, InputOf } from '#kit/contract/endpoint.ts';
import type { ReferenceSource } from '#kit/ui/fields/reference-source.ts';
import type { Option } from '#kit/ui/fields/types.ts';

/** Options of a choice: labels are translation keys, or plain names that come from data (`plain`). */
export type LabelledOption = Option & { plain?: boolean };

export type NameOf<E extends AnyEndpoint> = keyof InputOf<E> & string;

export type Filter<E extends AnyEndpoint = AnyEndpoint> = {
  /** translation key */
  label: string;
} & (
  | { kind: 'text' | 'number' | 'money' | 'date' | 'region' | 'phone'; name: NameOf<E> }
  /** `words` begins the translations `.yes` and `.no` */
  | { kind: 'switch'; name: NameOf<E>; words?: string }
  | { kind: 'choice' | 'choices'; name: NameOf<E>; options: readonly LabelledOption[] }
  | { kind: 'reference'; name: NameOf<E>; source: ReferenceSource }
  /** two inputs, one field */
  | { kind: 'dateRange'; name: NameOf<E>; toName: NameOf<E> }
);

/** An input by its name; the schema says the rest. `values` offers fewer than it knows. */
export interface NamedFilter<E extends AnyEndpoint = AnyEndpoint> {
  name: NameOf<E>;
  label?: string;
  values?: readonly (string | number)[];
}

export type FilterSpec<E extends AnyEndpoint = AnyEndpoint> = NameOf<E> | NamedFilter<E> | Filter<E>;

/** A field of a record, or one inside an object of it. */
export type KeyOf<R> = (keyof R & string) | `${keyof R & string}.${string}`;

/** Where a column stands in the two lines of a phone's row. */
export type PhonePlace = 'what' | 'amount' | 'more' | 'state';

/**
 * A column is the key of a field: cell, alignment, sorting, label and what a file holds come from the schema of the
 * answer. Whatever stands here says otherwise.
 */
export interface Column<R> {
  /** name in the record; also the name by which the server sorts, unless `sortBy` says otherwise */
  key: string;
  /** translation key; the schema's own label or `<texts>:field.<key>` unless told */
  label?: string;
  /** decorates: what it says in words is what the field says, because files hold that */
  render?: (row: R) => ReactNode;
  /** the field whose picture stands before the words, and on the phone at the left of the row; the list's icon without one */
  picture?: KeyOf<R>;
  sortable?: boolean;
  sortBy?: string;
  width?: number | string;
  align?: 'left' | 'right' | 'center';
  /** place in the two lines of a phone's row; follows from the meaning unless told */
  phone?: PhonePlace | false;
  /** hidden on the desk until chosen */
  optional?: boolean;
  /** left out of exports (pictures, buttons) */
  noExport?: boolean;
}

export type ColumnSpec<R> = KeyOf<R> | Column<R>;
