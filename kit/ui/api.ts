import {
  keepPreviousData,
  QueryClient,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { CallError, type CallOptions, queryKey } from '#kit/contract/client.ts';
import type { AnyEndpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import type { DeepPage, Page } from '#kit/contract/schemas.ts';
import { client } from './client.ts';
import { isTransient, failureMessage as wordsOf } from './failure.ts';
import { onLanguage, useText } from './i18n.ts';
import { forgetWithPerson } from './person.ts';
import { askedOf, refreshAfter } from './refresh.ts';
import { refusedRight } from './session.ts';
import { toast } from './toast.ts';

/** Pages of staff say failures with the same words as all others, and of a missing right who can give it. */
export const failureMessage = (error: unknown): string =>
  error instanceof CallError && error.key === 'kit:error.noPermission' ? refusedRight() : wordsOf(error);

const cachedMs = 15 * 60_000;
const freshMs = 5_000;
const maxRetries = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: cachedMs,
      staleTime: freshMs,
      retry: (failures, error) => failures < maxRetries && isTransient(error),
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
});

// Answers carry names and texts in the language they were asked in.
onLanguage(() => void queryClient.invalidateQueries());
forgetWithPerson(() => queryClient.clear());

export interface CallHookOptions {
  enabled?: boolean;
  /** Shows the answer to the previous input until the new one is there (paging, filters). */
  keepPrevious?: boolean;
  staleMs?: number;
  refetchMs?: number;
}

/** A reading call as a query. */
export function useCall<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallHookOptions = {},
): UseQueryResult<OutputOf<E>> {
  return useQuery<OutputOf<E>>({
    queryKey: queryKey(endpoint, input),
    meta: askedOf(endpoint, input),
    queryFn: ({ signal }) => client.call(endpoint, input, { signal }),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
    ...(options.refetchMs === undefined ? {} : { refetchInterval: options.refetchMs }),
  });
}

export interface ActHookOptions<E extends AnyEndpoint> {
  /** translation key of the toast after success */
  success?: string;
  onDone?: (output: OutputOf<E>, input: InputOf<E>) => void;
  /** the caller shows failures itself (forms, beside their fields) */
  quiet?: boolean;
}

export const invalidate = (...endpoints: readonly AnyEndpoint[]) =>
  Promise.all(endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: queryKey(endpoint) })));

/**
 * A changing call. Whatever the events it causes make stale is loaded again at once; other pages, and other people's,
 * hear of them over the socket.
 */
export async function act<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  options?: CallOptions,
): Promise<OutputOf<E>> {
  const output = await client.call(endpoint, input, options);
  await refreshAfter(queryClient, endpoint);
  return output;
}

/** A changing call as a mutation. */
export function useAct<E extends AnyEndpoint>(
  endpoint: E,
  options: ActHookOptions<E> = {},
): UseMutationResult<OutputOf<E>, Error, InputOf<E>> {
  const t = useText();
  return useMutation<OutputOf<E>, Error, InputOf<E>>({
    mutationFn: (input) => client.call(endpoint, input),
    onSuccess: (output, input) => {
      void refreshAfter(queryClient, endpoint);
      if (options.success) toast.success(t(options.success));
      options.onDone?.(output, input);
    },
    onError: (error) => {
      // A 401 already says "login expired".
      if (options.quiet || (error instanceof CallError && error.status === 401)) return;
      toast.failure(failureMessage(error));
    },
  });
}

export type PageEndpoint = AnyEndpoint;
export type RecordOf<E extends PageEndpoint> = OutputOf<E> extends Page<infer R> ? R : never;

/** One function for all renders, so that the joined list is worked out once per answer. */
type AnyPage<R> = Page<R> & Partial<DeepPage<R>>;
const joinPages = <R>(data: { pages: readonly AnyPage<R>[] }) => ({
  records: data.pages.flatMap((page) => page.records),
  total: data.pages[0]?.total ?? 0,
  ...(data.pages[0] && 'next' in data.pages[0] && { next: data.pages.at(-1)?.next }),
});

/** All pages of a list call so far, for endless lists. `input` is without `current`. */
export function useInfiniteCall<E extends PageEndpoint>(
  endpoint: E,
  input: Omit<InputOf<E>, 'current'>,
  options: { enabled?: boolean } = {},
): UseInfiniteQueryResult<{ records: RecordOf<E>[]; total: number }> {
  return useInfiniteQuery({
    queryKey: [endpoint.path, 'pages', input],
    meta: askedOf(endpoint, input),
    queryFn: ({ pageParam, signal }) =>
      client.call(endpoint, { ...input, ...pageParam } as InputOf<E>, { signal }) as Promise<
        AnyPage<RecordOf<E>>
      >,
    initialPageParam: { current: 1 } as { current: number } | { after: string },
    getNextPageParam: (last) => {
      // a long list goes on behind its last row, beyond what is counted
      if (last.next !== undefined) return last.next === null ? undefined : { after: last.next };
      return last.current < last.pages ? { current: last.current + 1 } : undefined;
    },
    select: joinPages,
    enabled: options.enabled ?? true,
  });
}
