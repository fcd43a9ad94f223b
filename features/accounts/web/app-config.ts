import { useEffect, useState } from 'react';

/** Whether this installation is the demo; false until the server has said so. */
export function useDemoMode(): boolean {
  const [demo, setDemo] = useState(false);
  useEffect(() => {
    let current = true;
    fetch('/app-config.json')
      .then((response) => response.json() as Promise<{ demo?: boolean }>)
      .then((config) => current && setDemo(config.demo === true))
      // Without an answer the page is still a login page, only without its demo helpers.
      .catch(() => {});
    return () => {
      current = false;
    };
  }, []);
  return demo;
}
