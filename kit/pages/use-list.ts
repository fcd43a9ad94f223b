import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AnyEndpoint, InputOf } from '#kit/contract/endpoint.ts';
import { maxCounted } from '#kit/contract/max-counted.ts';
import { useCall, useInfiniteCall } from '#kit/ui/api.ts';
import { usePhone } from '#kit/ui/phone.ts';
import { type ListDefinition, type RecordOf, rowIdOf } from './list-definition.ts';
import { type ListShape, type ListState, listInput, readListState, writeListState } from './list-state.ts';
import { uniqueRows } from './rows.ts';

export const shapeOf = <E extends AnyEndpoint>(definition: ListDefinition<E>): ListShape => ({
  filters: definition.filters,
  search: definition.search,
  sort: definition.sort,
  size: definition.size,
  sortable: definition.columns.flatMap(({ sortBy }) => sortBy ?? []),
  prefix: definition.id ? `${definition.id}.` : '',
});

/** State of a list in the address. `patch` starts again at page 1 unless it names the page itself. */
export function useListState(shape: ListShape) {
  const [query, setQuery] = useSearchParams();
  const state = useMemo(() => readListState(query, shape), [query, shape]);
  const patch = useCallback(
    (change: Partial<ListState>, options: { replace?: boolean } = {}) => {
      setQuery(
        (before) => writeListState(before, { ...readListState(before, shape), current: 1, ...change }, shape),
        { replace: options.replace ?? true, preventScrollReset: true },
      );
    },
    [setQuery, shape],
  );
  return { state, patch };
}

/** Chosen rows by identity; a choice survives turning the page. */
export function useSelection<R>(idOf: (row: R) => string) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, R>>(new Map());
  const toggle = (row: R) =>
    setChosen((before) => {
      const next = new Map(before);
      if (!next.delete(idOf(row))) next.set(idOf(row), row);
      return next;
    });
  const toggleAll = (rows: readonly R[]) =>
    setChosen((before) => {
      const next = new Map(before);
      const all = rows.every((row) => before.has(idOf(row)));
      for (const row of rows) {
        if (all) next.delete(idOf(row));
        else next.set(idOf(row), row);
      }
      return next;
    });
  return {
    has: (row: R) => chosen.has(idOf(row)),
    rows: [...chosen.values()],
    count: chosen.size,
    toggle,
    toggleAll,
    clear: () => setChosen(new Map()),
  };
}

/** Everything a list screen needs, without looks: pages on the desk, an endless list on the phone. */
export function useList<E extends AnyEndpoint>(definition: ListDefinition<E>) {
  type R = RecordOf<E>;
  const phone = usePhone();
  const shape = useMemo(() => shapeOf(definition), [definition]);
  const { state, patch } = useListState(shape);
  const input = { ...definition.input, ...listInput(state, shape) };
  const paged = useCall(definition.endpoint, { ...input, current: state.current } as InputOf<E>, {
    enabled: !phone,
    keepPrevious: true,
  });
  const endless = useInfiniteCall(definition.endpoint, input as never, { enabled: phone });
  const idOf = useCallback((row: R) => rowIdOf(definition, row), [definition]);
  const selection = useSelection(idOf);

  const page = paged.data as { records: R[]; total: number; pages: number; next?: string | null } | undefined;
  const all = endless.data as { records: R[]; total: number; next?: string | null } | undefined;
  const rows = useMemo(
    () => (phone ? uniqueRows(all?.records ?? [], idOf) : (page?.records ?? [])),
    [phone, all, page, idOf],
  );
  const source = phone ? endless : paged;
  const total = (phone ? all?.total : page?.total) ?? 0;
  const loadedPages = Math.ceil((all?.records.length ?? 0) / state.size);

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = endless;
  // After a reload the address says how far the person had scrolled.
  useEffect(() => {
    if (phone && all && loadedPages < state.current && hasNextPage && !isFetchingNextPage)
      void fetchNextPage();
  }, [phone, all, loadedPages, state.current, hasNextPage, isFetchingNextPage, fetchNextPage]);
  // The last page may vanish (rows deleted, a filter in an old link): show the last one that exists.
  const pages = page?.pages ?? 1;
  useEffect(() => {
    if (!phone && page && page.records.length === 0 && state.current > 1)
      patch({ current: Math.max(1, page.pages) });
  }, [phone, page, state.current, patch]);

  return {
    phone,
    shape,
    state,
    patch,
    input,
    rows,
    total,
    /** there are more than were counted */
    atLeast: total >= maxCounted && (phone ? all : page)?.next !== undefined,
    pages,
    idOf,
    selection,
    status:
      source.isError && !source.data
        ? ('error' as const)
        : source.data
          ? ('ready' as const)
          : ('loading' as const),
    error: source.error,
    refreshing: source.isFetching,
    /** the rows shown answer an earlier question; rows that are merely asked for again are not dimmed */
    stale: !phone && paged.isPlaceholderData,
    refresh: () => source.refetch(),
    hasMore: hasNextPage,
    loadingMore: isFetchingNextPage,
    loadMore: () => {
      if (hasNextPage && !isFetchingNextPage) patch({ current: loadedPages + 1 });
    },
  };
}

export type List<E extends AnyEndpoint> = ReturnType<typeof useList<E>>;
