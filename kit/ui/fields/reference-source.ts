import type { AnyEndpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts';

/** The records of a list call, whether it answers a page or a plain array. */
export type RecordOf<E extends AnyEndpoint> =
  OutputOf<E> extends { records: readonly (infer R)[] }
    ? R
    : OutputOf<E> extends readonly (infer R)[]
      ? R
      : never;

/** Where the candidates of a reference (site, device, staff …) come from. */
export interface ReferenceSource<E extends AnyEndpoint = AnyEndpoint> {
  endpoint: E;
  /** fixed part of the input */
  input?: Partial<InputOf<E>>;
  /** name of the input that searches; without it the whole list is offered and filtered here */
  search?: keyof InputOf<E> & string;
  labelOf: (record: RecordOf<E>) => string;
  hintOf?: (record: RecordOf<E>) => string | undefined;
  /** the value of a record; `record.id` unless told */
  keyOf?: (record: RecordOf<E>) => string;
  /** label of a value that is already chosen, when it may lie outside the first page */
  labels?: Readonly<Record<string, string>>;
}

/** Checks the source against its endpoint, then lets fields of every record type take it. */
export const referenceTo = <E extends AnyEndpoint>(source: ReferenceSource<E>): ReferenceSource =>
  source as unknown as ReferenceSource;

export interface Candidate {
  value: string;
  label: string;
  hint?: string;
}

export const referencePageSize = 20;

export function recordsOf(output: unknown): unknown[] {
  if (Array.isArray(output)) return output;
  const records = (output as { records?: unknown[] } | undefined)?.records;
  return records ?? [];
}

export function candidatesOf(source: ReferenceSource, output: unknown): Candidate[] {
  return recordsOf(output).map((record) => ({
    value: source.keyOf?.(record as never) ?? String((record as { id: unknown }).id),
    label: source.labelOf(record as never),
    hint: source.hintOf?.(record as never),
  }));
}

/** How many matching records lie beyond the page that was fetched. */
export function moreThanShown(output: unknown): number {
  const total = (output as { total?: number } | undefined)?.total;
  return typeof total === 'number' ? Math.max(0, total - recordsOf(output).length) : 0;
}

/** A source without a search input is filtered on the page. */
export function matching(source: ReferenceSource, candidates: Candidate[], query: string): Candidate[] {
  const wanted = query.trim().toLowerCase();
  if (source.search || !wanted) return candidates;
  return candidates.filter((candidate) => candidate.label.toLowerCase().includes(wanted));
}
