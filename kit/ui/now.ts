import { useSyncExternalStore } from 'react';
import { minuteMs } from '#kit/kernel/time.ts';

let now = new Date();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function listen(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = new Date();
    for (const each of listeners) each();
  }, minuteMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function current(): Date {
  // nobody looked for a while: the first who does brings it up to date
  if (Date.now() - now.getTime() >= minuteMs) now = new Date();
  return now;
}

/** The time, by the minute: for what says how long something lasts. One clock for all who look. */
export const useNow = (): Date => useSyncExternalStore(listen, current);
