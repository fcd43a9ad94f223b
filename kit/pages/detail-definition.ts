import type { ReactNode } from 'react';
import type { AnyEndpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import type { Action } from './actions.ts';
import type { ColumnSpec, KeyOf } from './list-specs.ts';

/** A field of the record by its key: name and value come from the schema. */
export interface DetailField<D> {
  key: KeyOf<D>;
  /** translation key; the schema's own label or `<texts>:field.<key>` unless told */
  label?: string;
  /** decorates the value */
  render?: (data: D) => ReactNode;
  visible?: (data: D) => boolean;
  wide?: boolean;
}

/** Something that is no field of the record. */
export interface DetailRow<D> {
  /** translation key */
  label: string;
  value: (data: D) => ReactNode;
  visible?: (data: D) => boolean;
  wide?: boolean;
}

export type DetailRowSpec<D> = KeyOf<D> | DetailField<D> | DetailRow<D>;

type Arrays<D> = { [K in keyof D & string]: D[K] extends readonly object[] ? K : never }[keyof D & string];
type ElementOf<D, K extends keyof D> = D[K] extends readonly (infer R)[] ? R : never;

/** What happened, the newest at the end; names of fields of the entries. */
export interface DetailTimeline<D> {
  of: Arrays<D>;
  text: string;
  at: string;
  /** who did it */
  by?: string;
  /** the last entry is not the end */
  goesOn?: (data: D) => boolean;
}

/** A small list inside the record: each entry in two lines, as on a phone's list. */
export type DetailLines<D> = {
  [K in Arrays<D>]: { of: K; columns: readonly ColumnSpec<ElementOf<D, K>>[] };
}[Arrays<D>];

export interface DetailSection<D> {
  /** translation key */
  title?: string;
  /** the numbers people came for, as tiles */
  figures?: readonly (KeyOf<D> | DetailField<D>)[];
  timeline?: DetailTimeline<D>;
  lines?: DetailLines<D>;
  rows?: readonly DetailRowSpec<D>[];
  /** anything else the section shows under its rows */
  content?: (data: D) => ReactNode;
  visible?: (data: D) => boolean;
}

export interface DetailTab<D> {
  key: string;
  /** translation key */
  label: string;
  content: (data: D) => ReactNode;
  visible?: (data: D) => boolean;
}

/** What the record is, how much, and how it stands, by keys. */
export interface DetailHead<D> {
  title: KeyOf<D>;
  state?: KeyOf<D>;
  amount?: KeyOf<D>;
  /** under the title, with their names */
  facts?: readonly KeyOf<D>[];
  /** beside the amount */
  how?: KeyOf<D>;
  /** below: a warning, a sentence */
  note?: (data: D) => ReactNode;
}

export interface DetailDefinition<E extends AnyEndpoint> {
  endpoint: E;
  /** undefined while the address names no record: then `choose` stands there */
  input: InputOf<E> | undefined;
  choose?: () => ReactNode;
  /** where the names of fields stand, as in lists */
  texts?: string;
  head?: DetailHead<OutputOf<E>>;
  /** name and state of the record, above the sections, drawn by the screen itself */
  header?: (data: OutputOf<E>) => ReactNode;
  sections: readonly DetailSection<OutputOf<E>>[];
  actions?: readonly Action<OutputOf<E>>[];
  /** lists and reports that belong to the record */
  tabs?: readonly DetailTab<OutputOf<E>>[];
  /** actions that destroy or lock, set apart at the end */
  danger?: readonly Action<OutputOf<E>>[];
}

export const defineDetail = <E extends AnyEndpoint>(definition: DetailDefinition<E>) => definition;
