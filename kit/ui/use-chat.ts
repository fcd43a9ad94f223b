import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type ChatMessage,
  type ChatPage,
  newestSeq,
  oldestSeq,
  type Thread,
  withPage,
} from './chat-rules.ts';
import { failureMessage } from './failure.ts';

export interface ChatCalls<M extends ChatMessage> {
  load: (wanted: { before?: number; after?: number }) => Promise<ChatPage<M>>;
  /** the reader has seen everything up to here */
  read: (seq: number) => Promise<unknown>;
}

export interface Chat<M extends ChatMessage> {
  thread: Thread<M> | undefined;
  /** in the reader's words; undefined after a success */
  failure: string | undefined;
  loadingOlder: boolean;
  older: () => void;
  /** what came since; to be called when something has moved */
  refresh: () => Promise<void>;
}

interface Held<M extends ChatMessage> {
  name: string | undefined;
  thread: Thread<M> | undefined;
  failure: string | undefined;
}

/**
 * One conversation at a time, by its name; without a name there is none yet. What comes while the page is looked at is
 * read: that is said once for each new message.
 */
export function useChat<M extends ChatMessage>(name: string | undefined, calls: ChatCalls<M>): Chat<M> {
  const nothing = { name, thread: undefined, failure: undefined };
  const [held, setHeld] = useState<Held<M>>(nothing);
  const [loadingOlder, setLoadingOlder] = useState(false);
  const shown = held.name === name ? held : nothing;
  const latest = useRef({ name, calls, thread: shown.thread });
  latest.current = { name, calls, thread: shown.thread };
  const running = useRef<Promise<void>>(Promise.resolve());
  const readSeq = useRef({ name, seq: 0 });
  if (readSeq.current.name !== name) readSeq.current = { name, seq: 0 };

  const take = useCallback((of: string, change: Partial<Held<M>>) => {
    if (latest.current.name !== of) return;
    if (change.thread) latest.current.thread = change.thread;
    setHeld((before) => ({
      name: of,
      thread: before.name === of ? before.thread : undefined,
      failure: undefined,
      ...change,
    }));
  }, []);

  const ask = useCallback(
    async (of: string, asked: 'newer' | 'older') => {
      const { calls: said, thread } = latest.current;
      if (latest.current.name !== of) return;
      try {
        if (!thread) {
          take(of, { thread: withPage<M>(undefined, await said.load({}), 'newest') });
          return;
        }
        const first = oldestSeq(thread);
        if (asked === 'older' && first !== undefined) {
          const page = await said.load({ before: first });
          take(of, { thread: withPage(latest.current.thread, page, 'older') });
          return;
        }
        for (let more = true; more; ) {
          const now: Thread<M> = latest.current.thread ?? thread;
          const page = await said.load({ after: newestSeq(now) });
          take(of, { thread: withPage(latest.current.thread, page, 'newer') });
          more = page.hasMore && latest.current.name === of;
        }
      } catch (error) {
        take(of, { failure: failureMessage(error) });
      }
    },
    [take],
  );

  /** One after the other: answers that overtake each other would leave gaps. */
  const inTurn = useCallback(
    (asked: 'newer' | 'older') => {
      const of = latest.current.name;
      if (!of) return Promise.resolve();
      running.current = running.current.then(() => ask(of, asked));
      return running.current;
    },
    [ask],
  );
  const refresh = useCallback(() => inTurn('newer'), [inTurn]);
  const older = useCallback(() => {
    setLoadingOlder(true);
    void inTurn('older').finally(() => setLoadingOlder(false));
  }, [inTurn]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation is loaded again
  useEffect(() => {
    void refresh();
    const onReturn = () => document.visibilityState === 'visible' && void refresh();
    document.addEventListener('visibilitychange', onReturn);
    window.addEventListener('online', onReturn);
    return () => {
      document.removeEventListener('visibilitychange', onReturn);
      window.removeEventListener('online', onReturn);
    };
  }, [name, refresh]);

  const newest = shown.thread ? newestSeq(shown.thread) : 0;
  useEffect(() => {
    const sayRead = () => {
      if (!name || document.visibilityState !== 'visible' || newest <= readSeq.current.seq) return;
      readSeq.current = { name, seq: newest };
      // not said now is said with the next message
      latest.current.calls.read(newest).catch(() => undefined);
    };
    sayRead();
    document.addEventListener('visibilitychange', sayRead);
    return () => document.removeEventListener('visibilitychange', sayRead);
  }, [name, newest]);

  return { thread: shown.thread, failure: shown.failure, loadingOlder, older, refresh };
}
