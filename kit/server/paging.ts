import { asc, desc, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Page } from '#kit/contract/schemas.ts';

interface PageRequest {
  current: number;
  size: number;
}

/** Runs the two queries of a list page side by side. */
export async function selectPage<R>(
  input: PageRequest,
  list: (window: { limit: number; offset: number }) => PromiseLike<R[]>,
  count: () => PromiseLike<number>,
): Promise<Page<R>> {
  const [records, total] = await Promise.all([
    list({ limit: input.size, offset: (input.current - 1) * input.size }),
    count(),
  ]);
  return { records, total, size: input.size, current: input.current, pages: Math.ceil(total / input.size) };
}

/** A page of rows that are already in memory (trees, bundled tables). */
export function pageOfArray<R>(input: PageRequest, all: readonly R[]): Page<R> {
  const offset = (input.current - 1) * input.size;
  return {
    records: all.slice(offset, offset + input.size),
    total: all.length,
    size: input.size,
    current: input.current,
    pages: Math.ceil(all.length / input.size),
  };
}

/** The caller's sort name picks a column from this table and nothing else; the last column makes the order total. */
export function orderBy<S extends string>(
  input: { sort?: S; order?: 'asc' | 'desc' },
  columns: Record<S, AnyPgColumn | SQL>,
  fallback: { sort: S; order: 'asc' | 'desc' },
  tieBreaker: AnyPgColumn,
): SQL[] {
  const name = input.sort ?? fallback.sort;
  const direction = input.order ?? (input.sort ? 'asc' : fallback.order);
  const by = direction === 'asc' ? asc : desc;
  return [by(columns[name]), by(tieBreaker)];
}

/** Makes user text literal inside a LIKE pattern. */
export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
