import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/** A question over whatever page is open, until it is answered; undefined: it was closed. */
export function showOver<T>(
  draw: (end: (answer: T | undefined) => void) => ReactNode,
): Promise<T | undefined> {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  return new Promise((resolve) => {
    const end = (answer: T | undefined) => {
      root.unmount();
      place.remove();
      resolve(answer);
    };
    root.render(draw(end));
  });
}
