import { useCallback, useEffect, useRef, useState } from 'react';
import type { AnyEndpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import type { Page } from '#kit/contract/schemas.ts';
import { failureMessage } from '#kit/ui/failure.ts';
import { useLanguage } from '#kit/ui/i18n.ts';
import { answerCache, answerKey } from './answers.ts';
import { playerClient } from './client.ts';

export interface PagedAnswer<R> {
  /** of all pages so far; undefined before the first */
  rows: readonly R[] | undefined;
  total: number;
  hasMore: boolean;
  loading: boolean;
  failure: string | undefined;
  more: () => void;
  /** from the first page on */
  again: () => Promise<void>;
}

type RecordOf<E extends AnyEndpoint> = OutputOf<E> extends Page<infer R> ? R : never;

interface Held<R> {
  rows: readonly R[];
  total: number;
  current: number;
  pages: number;
}

/** The pages of a list call, one after the other. Rows that were there are there again when one comes back. */
export function usePages<E extends AnyEndpoint>(
  endpoint: E,
  input: Omit<InputOf<E>, 'current'>,
): PagedAnswer<RecordOf<E>> {
  useLanguage();
  const key = `pages ${answerKey(endpoint, input)}`;
  const [, setVersion] = useState(0);
  const status = useRef({ key, loading: false, failure: undefined as string | undefined });
  if (status.current.key !== key) status.current = { key, loading: false, failure: undefined };
  const held = answerCache.get<Held<RecordOf<E>>>(key);
  const latest = useRef({ endpoint, input, key });
  latest.current = { endpoint, input, key };

  const fetchPage = useCallback(async (number: number) => {
    const { endpoint: asked, input: wanted, key: askedKey } = latest.current;
    if (status.current.loading) return;
    const own = { key: askedKey, loading: true, failure: undefined as string | undefined };
    status.current = own;
    setVersion((before) => before + 1);
    try {
      const page = (await playerClient.call(asked, {
        ...wanted,
        current: number,
      } as InputOf<E>)) as Page<RecordOf<E>>;
      const before = number === 1 ? [] : (answerCache.get<Held<RecordOf<E>>>(askedKey)?.rows ?? []);
      const { total, current, pages } = page;
      answerCache.set(askedKey, { rows: [...before, ...page.records], total, current, pages });
    } catch (error) {
      own.failure = failureMessage(error);
    }
    own.loading = false;
    setVersion((before) => before + 1);
  }, []);

  useEffect(() => {
    if (!answerCache.get(key)) void fetchPage(1);
  }, [key, fetchPage]);

  return {
    rows: held?.rows,
    total: held?.total ?? 0,
    hasMore: held !== undefined && held.current < held.pages,
    loading: status.current.loading,
    failure: status.current.failure,
    more: useCallback(() => {
      const known = answerCache.get<Held<unknown>>(latest.current.key);
      if (known && known.current < known.pages) void fetchPage(known.current + 1);
    }, [fetchPage]),
    again: useCallback(() => fetchPage(1), [fetchPage]),
  };
}
