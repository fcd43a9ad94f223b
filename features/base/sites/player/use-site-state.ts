import { useCallback, useEffect, useState } from 'react';
import { currentLanguage } from '#kit/ui/i18n.ts';
import { fetchSiteState, pollDelayMs, type SiteState } from './site-state.ts';

export interface WatchedSite {
  state: SiteState | 'unknown' | undefined;
  asking: boolean;
  ask: () => void;
}

/** Asks until the site is open, and at once when the person comes back to the page or to the network. */
export function useSiteState(fieldId: string | undefined): WatchedSite {
  const [state, setState] = useState<SiteState | 'unknown'>();
  const [asking, setAsking] = useState(false);
  const [turn, setTurn] = useState(0);
  const ask = useCallback(() => setTurn((current) => current + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` starts the asking again
  useEffect(() => {
    if (!fieldId) return;
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const step = async (attempt: number) => {
      setAsking(true);
      const answer = await fetchSiteState(fieldId, currentLanguage()).catch(() => undefined);
      if (gone) return;
      setAsking(false);
      if (answer) setState(answer);
      const settled = answer === 'unknown' || answer?.open === true;
      if (!settled) timer = setTimeout(() => void step(attempt + 1), pollDelayMs(attempt));
    };
    void step(0);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [fieldId, turn]);

  useEffect(() => {
    const onReturn = () => document.visibilityState === 'visible' && ask();
    document.addEventListener('visibilitychange', onReturn);
    window.addEventListener('online', ask);
    return () => {
      document.removeEventListener('visibilitychange', onReturn);
      window.removeEventListener('online', ask);
    };
  }, [ask]);

  return { state, asking, ask };
}
