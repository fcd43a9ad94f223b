import { type ComponentType, type ReactNode, useMemo } from 'react';
import { Route, Router, Routes } from 'react-router';
import { useStore } from '#kit/ui/store.ts';
import { browserHistory } from './browser-history.ts';
import type { Place } from './history.ts';
import { pageNavigator } from './page-navigator.ts';
import { type PageContent, pagesStore } from './shown.ts';

/** React Router around a shell and its pages; players' pages do without it. */
export function Routed({ children }: { children: ReactNode }) {
  const place = useStore(pagesStore)?.current.shown.place;
  const pathname = place?.location.pathname ?? '';
  const navigator = useMemo(() => pageNavigator(browserHistory, pathname), [pathname]);
  if (!place) return null;
  return (
    <Router location={place.location} navigationType={place.action as never} navigator={navigator}>
      {children}
    </Router>
  );
}

/** The parent's address by the name its child was found under; none where the child's alias is all its own. */
function parentPath(found: string, child: string, parent: string): string | undefined {
  const inside = child.slice(parent.length);
  return found.endsWith(inside) ? found.slice(0, -inside.length) : undefined;
}

function nest(content: PageContent): ReactNode {
  const { screen, path, params, pages } = content;
  const around = [...screen.parents, screen];
  const routeAt = (place: number): ReactNode => {
    const Page = pages[place] as ComponentType;
    const own = place === around.length - 1;
    const at = own ? path : parentPath(path, screen.path, around[place]!.path);
    return (
      // another machine is another page, also inside a screen that stays
      <Route path={at} element={<Page key={own ? JSON.stringify(params) : undefined} />}>
        {own ? undefined : routeAt(place + 1)}
      </Route>
    );
  };
  return routeAt(0);
}

/** The screen is chosen already; the routes give the page its parameters, and a kept page the location it was left at. */
export function Frame({ place, content }: { place: Place; content: PageContent }) {
  const routes = useMemo(() => nest(content), [content]);
  return <Routes location={place.location}>{routes}</Routes>;
}
