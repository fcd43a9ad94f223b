import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { Route, Router, Routes } from 'react-router';
import { useText } from '#kit/ui/i18n.ts';
import { useStore } from '#kit/ui/store.ts';
import type { AppHistory } from './history.ts';
import { type Content, loadingStore, type Shown, shownStore } from './page-controller.ts';
import { rememberScroll, restoreScroll } from './scroll-memory.ts';
import { ErrorBoundary } from './system/error-boundary.tsx';
import { FailedPage, ForbiddenPage, NotFoundPage } from './system/system-pages.tsx';

function titleKey(content: Content): string {
  if (content.kind === 'page') return `${content.screen.feature}:screen.${content.screen.title}`;
  return `app:${content.kind}.title`;
}

function PageBody({ content }: { content: Content }) {
  switch (content.kind) {
    case 'page':
      // The route gives the page its parameters; the screen itself is already chosen.
      return (
        <Routes>
          <Route path={content.screen.path} element={<content.Page />} />
        </Routes>
      );
    case 'notFound':
      return <NotFoundPage near={content.near} />;
    case 'forbidden':
      return <ForbiddenPage />;
    case 'failed':
      return <FailedPage retry={content.retry} />;
  }
}

/** Same screen, other query: the page stays mounted and only its location changes. */
const pageKey = ({ content, place }: Shown) =>
  content.kind === 'page'
    ? `${content.screen.path} ${JSON.stringify(content.params)}`
    : `${content.kind} ${place.location.key}`;

function usePageMoves(shown: Shown, key: string, root: RefObject<HTMLElement | null>): void {
  const first = useRef(true);
  const latest = useRef(shown);
  latest.current = shown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page, not per change of its query
  useLayoutEffect(() => {
    const { place } = latest.current;
    const stop = restoreScroll(place);
    // Screen readers and keyboards start at the new page; the first load keeps the browser's own focus.
    if (!first.current) root.current?.focus({ preventScroll: true });
    first.current = false;
    return stop;
  }, [key]);
  useEffect(() => {
    const { key: locationKey } = shown.place.location;
    const save = () => rememberScroll(locationKey, window.scrollY);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(save, 100);
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('pagehide', save);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('pagehide', save);
    };
  }, [shown.place.location]);
}

function ShownPage({ shown }: { shown: Shown }) {
  const t = useText();
  const key = pageKey(shown);
  const root = useRef<HTMLDivElement>(null);
  usePageMoves(shown, key, root);
  const title = t(titleKey(shown.content));
  useEffect(() => {
    document.title = title;
  }, [title]);
  const body = (
    <div
      key={key}
      ref={root}
      className="page"
      data-slide={shown.direction}
      data-screen={shown.content.kind === 'page' ? shown.content.screen.path : undefined}
      tabIndex={-1}
    >
      <ErrorBoundary>
        <PageBody content={shown.content} />
      </ErrorBoundary>
    </div>
  );
  const { Shell } = shown;
  if (!Shell) return <main>{body}</main>;
  return <Shell screen={'screen' in shown.content ? shown.content.screen : undefined}>{body}</Shell>;
}

export function App({ history }: { history: AppHistory }) {
  const shown = useStore(shownStore);
  const loading = useStore(loadingStore);
  const t = useText();
  if (!shown) return null;
  return (
    <Router location={shown.place.location} navigationType={shown.place.action as never} navigator={history}>
      {loading && <div className="loading-bar" role="progressbar" aria-label={t('app:loading')} />}
      <ErrorBoundary>
        <ShownPage shown={shown} />
      </ErrorBoundary>
    </Router>
  );
}
