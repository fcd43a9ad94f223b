import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError } from '#kit/contract/client.ts';
import type { AnyEndpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import { failureMessage } from '#kit/ui/failure.ts';
import { currentLanguage, useLanguage } from '#kit/ui/i18n.ts';
import { createAnswerCache } from './answer-cache.ts';
import { playerClient } from './client.ts';
import { takeEarlyAnswer } from './early-answer.ts';
import { playerStore } from './session.ts';

/** Players' pages have no query client: that would be a tenth of their weight for what these few lines do. */
export const answerCache = createAnswerCache();

let whose = playerStore.get()?.player.id;
playerStore.subscribe(() => {
  const id = playerStore.get()?.player.id;
  // What one player saw is nothing to the next.
  if (id !== whose) answerCache.clear();
  whose = id;
});

export const answerKey = (endpoint: AnyEndpoint, input: unknown) =>
  `${currentLanguage()} ${endpoint.path} ${JSON.stringify(input)}`;

export interface Answer<T> {
  data: T | undefined;
  /** in the reader's words; undefined after a success */
  failure: string | undefined;
  /** the server knows no such thing, or does not take the question: asking again will not help */
  final: boolean;
  loading: boolean;
  again: () => Promise<void>;
}

interface State<T> {
  key: string;
  data: T | undefined;
  error: unknown;
  loading: boolean;
}

const isFinal = (error: unknown) => error instanceof CallError && [400, 403, 404, 409].includes(error.status);

/** What a reading call answers, asked again every so often while the page is looked at. */
export function useAnswer<E extends AnyEndpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: {
    enabled?: boolean;
    /** by what it last answered, where it can come to rest */
    everyMs?: number | ((data: OutputOf<E>) => number | undefined);
  } = {},
): Answer<OutputOf<E>> {
  const { enabled = true } = options;
  useLanguage();
  const key = answerKey(endpoint, input);
  const known = useRef<string>(undefined);
  const fresh = (): State<OutputOf<E>> => {
    const early = enabled ? takeEarlyAnswer(endpoint.path, input as Record<string, unknown>) : undefined;
    if (early !== undefined) {
      answerCache.set(key, early);
      known.current = key;
    }
    const data = answerCache.get<OutputOf<E>>(key);
    return { key, data, error: undefined, loading: enabled && known.current !== key };
  };
  const [stored, setState] = useState(fresh);
  // Another input: nothing of the old answer may be shown for it.
  const state = stored.key === key ? stored : fresh();
  const everyMs =
    typeof options.everyMs === 'function'
      ? state.data === undefined
        ? undefined
        : options.everyMs(state.data)
      : options.everyMs;
  const latest = useRef({ endpoint, input, key });
  latest.current = { endpoint, input, key };

  const ask = useCallback(async (signal?: AbortSignal) => {
    const { endpoint: asked, input: wanted, key: askedKey } = latest.current;
    const asker = whose;
    const settle = (change: Partial<State<OutputOf<E>>>) => {
      if (signal?.aborted || latest.current.key !== askedKey) return;
      setState((before) => ({
        key: askedKey,
        data: before.key === askedKey ? before.data : undefined,
        error: undefined,
        loading: false,
        ...change,
      }));
    };
    try {
      const data = await playerClient.call(asked, wanted, { signal });
      // An answer may come after the player has gone: it is not kept for the next one.
      if (asker !== whose) return;
      answerCache.set(askedKey, data);
      settle({ data });
    } catch (error) {
      settle({ error });
    }
  }, []);

  useEffect(() => {
    if (!enabled) return;
    const gone = new AbortController();
    // What came with the page is as fresh as an answer can be.
    if (known.current === key) known.current = undefined;
    else void ask(gone.signal);
    const onReturn = () => document.visibilityState === 'visible' && void ask(gone.signal);
    document.addEventListener('visibilitychange', onReturn);
    window.addEventListener('online', onReturn);
    return () => {
      gone.abort();
      document.removeEventListener('visibilitychange', onReturn);
      window.removeEventListener('online', onReturn);
    };
  }, [key, enabled, ask]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another key starts the waiting again
  useEffect(() => {
    if (!enabled || !everyMs) return;
    const gone = new AbortController();
    const timer = setInterval(() => {
      if (!document.hidden) void ask(gone.signal);
    }, everyMs);
    return () => {
      gone.abort();
      clearInterval(timer);
    };
  }, [key, enabled, everyMs, ask]);

  return {
    data: state.data,
    failure: state.error === undefined ? undefined : failureMessage(state.error),
    final: isFinal(state.error),
    loading: state.loading,
    again: useCallback(() => ask(), [ask]),
  };
}

export type Remedy<I> = (error: unknown, input: I) => Promise<I | undefined>;

/**
 * A changing call: it runs once at a time, and says what it was refused with. `remedy`: what may be done about a refusal;
 * where it has done it the call is made once more, with what the remedy says it should be.
 */
export function useSend<E extends AnyEndpoint>(
  endpoint: E,
  { remedy }: { remedy?: Remedy<InputOf<E>> } = {},
) {
  const [state, setState] = useState<{ busy: boolean; refusal: string | undefined }>({
    busy: false,
    refusal: undefined,
  });
  const running = useRef(false);
  const send = useCallback(
    async (input: InputOf<E>): Promise<OutputOf<E> | undefined> => {
      if (running.current) return undefined;
      running.current = true;
      setState({ busy: true, refusal: undefined });
      try {
        const call = (said: InputOf<E>): Promise<OutputOf<E>> =>
          playerClient.call(endpoint, said).catch(async (error: unknown) => {
            const instead = await remedy?.(error, said);
            if (!instead) throw error;
            return call(instead);
          });
        const output = await call(input);
        setState({ busy: false, refusal: undefined });
        return output;
      } catch (error) {
        setState({ busy: false, refusal: failureMessage(error) });
        return undefined;
      } finally {
        running.current = false;
      }
    },
    [endpoint, remedy],
  );
  return { send, ...state };
}
