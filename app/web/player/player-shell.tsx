import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { PlaceProvider } from '#kit/player/place.tsx';
import type { Place } from '../history.ts';
import type { KnownScreen } from '../screens.ts';
import type { PageContent } from '../shown.ts';
import './player.css';

/** Player pages size themselves in rem of a 750-wide design; that rule may only hold while one is shown. */
export default function PlayerShell(props: { screen: KnownScreen | undefined; children: ReactNode }) {
  useLayoutEffect(() => {
    document.documentElement.dataset.side = 'player';
    return () => {
      delete document.documentElement.dataset.side;
    };
  }, []);
  return <main className="player">{props.children}</main>;
}

/** Instead of a router: a page is told where it is, and the screens around it where to show it. */
export function Frame({ place, content }: { place: Place; content: PageContent }) {
  const { pathname, search } = place.location;
  const { params, pages } = content;
  const here = useMemo(() => ({ pathname, search, params }), [pathname, search, params]);
  // another machine is another page, also inside a screen that stays
  const own = JSON.stringify(params);
  let drawn: ReactNode = null;
  for (const [index, Page] of [...pages.entries()].reverse())
    drawn = (
      <PlaceProvider place={here} inside={drawn}>
        <Page key={index === pages.length - 1 ? own : undefined} />
      </PlaceProvider>
    );
  return drawn;
}
