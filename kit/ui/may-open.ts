import { useEffect, useState } from 'react';
import { useSession } from './session.ts';
import { createStore, useStore } from './store.ts';

/** Whether the person who is logged in may open the page at a path. */
type MayOpen = (path: string) => Promise<boolean>;

const askStore = createStore<MayOpen | undefined>(undefined);

/** The shell knows all screens and what each needs; it says so once. */
export const provideMayOpen = (ask: MayOpen): void => askStore.set(ask);

/** For links to pages of other features. No while it is not known: nothing leads to where one is turned away. */
export function useMayOpen(path: string): boolean {
  const user = useSession();
  const ask = useStore(askStore);
  const [may, setMay] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rights come with the person and may change
  useEffect(() => {
    let gone = false;
    void ask?.(path).then((answer) => gone || setMay(answer));
    return () => {
      gone = true;
    };
  }, [ask, path, user]);
  return may;
}
