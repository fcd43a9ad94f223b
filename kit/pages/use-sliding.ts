import { useEffect, useState } from 'react';

/**
 * A sheet that is put on the page closed and then opened: so it slides in, and gives the focus back to where it was
 * when it slides out.
 */
export function useSliding(settle: (answer: unknown) => void) {
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(true), []);
  return {
    shown,
    leave: (answer?: unknown) => {
      settle(answer);
      setShown(false);
    },
  };
}
