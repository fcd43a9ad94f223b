import { useCallback, useState } from 'react';

interface Asked<S> {
  subject: S;
  answer: (done: boolean) => void;
}

/** A sheet that an action opens and waits for: the action is done when the sheet says so. */
export function useAsk<S>() {
  const [asked, setAsked] = useState<Asked<S>>();
  const ask = useCallback(
    (subject: S) => new Promise<boolean>((answer) => setAsked({ subject, answer })),
    [],
  );
  const settle = useCallback((done: boolean) => {
    setAsked((before) => {
      before?.answer(done);
      return undefined;
    });
  }, []);
  return { subject: asked?.subject, ask, settle };
}
