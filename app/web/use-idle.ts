import { useEffect, useState } from 'react';

const settleMs = 1500;

/** False until the first page has been drawn and answered: what is not needed at once waits for this. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), settleMs);
    return () => clearTimeout(timer);
  }, []);
  return idle;
}
