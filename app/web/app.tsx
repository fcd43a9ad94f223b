import { Activity, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useText } from '#kit/ui/i18n.ts';
import { useStore } from '#kit/ui/store.ts';
import type { PageInstance } from './kept-pages.ts';
import { rememberScroll, restoreScroll } from './scroll-memory.ts';
import { type Content, loadingStore, pagesStore, type Shown, screenOf } from './shown.ts';
import { ErrorBoundary } from './system/error-boundary.tsx';
import { FailedPage } from './system/system-pages.tsx';

function titleKey(content: Content): string {
  if (content.kind === 'page') return `${content.screen.feature}:screen.${content.screen.title}`;
  return `app:${content.kind}.title`;
}

function PageBody({ shown: { content, place, Frame } }: { shown: Shown }) {
  switch (content.kind) {
    case 'page':
      return Frame && <Frame place={place} content={content} />;
    case 'failed':
      return <FailedPage retry={content.retry} />;
    default:
      return content.page;
  }
}

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

/** One mounted page; those that are kept stay as they are, out of sight and with their effects at rest. */
function MountedPage(props: {
  page: PageInstance<Shown>;
  isCurrent: boolean;
  root: RefObject<HTMLDivElement | null>;
}) {
  const { shown } = props.page;
  return (
    <Activity mode={props.isCurrent ? 'visible' : 'hidden'}>
      <div
        ref={props.isCurrent ? props.root : undefined}
        className="page"
        data-slide={shown.direction}
        data-screen={shown.content.kind === 'page' ? shown.content.screen.path : undefined}
        tabIndex={-1}
      >
        <ErrorBoundary>
          <PageBody shown={shown} />
        </ErrorBoundary>
      </div>
    </Activity>
  );
}

function ShownPages({
  current,
  kept,
}: {
  current: PageInstance<Shown>;
  kept: readonly PageInstance<Shown>[];
}) {
  const t = useText();
  const { shown } = current;
  const root = useRef<HTMLDivElement>(null);
  const screen = screenOf(shown.content);
  usePageMoves(shown, `${current.id} ${screen?.path}`, root);
  const title = t(titleKey(shown.content));
  useEffect(() => {
    document.title = title;
  }, [title]);
  const body = [...kept, current].map((page) => (
    <MountedPage key={page.id} page={page} isCurrent={page === current} root={root} />
  ));
  const { Shell } = shown;
  if (!Shell) return <main>{body}</main>;
  // The next person gets a shell of their own: its menu, bell and dialogs know the last person too.
  return (
    <Shell key={shown.person} screen={screen}>
      {body}
    </Shell>
  );
}

export function App() {
  const pages = useStore(pagesStore);
  const loading = useStore(loadingStore);
  const t = useText();
  if (!pages) return null;
  return (
    <>
      {loading && <div className="loading-bar" role="progressbar" aria-label={t('app:loading')} />}
      <ErrorBoundary>
        <ShownPages current={pages.current} kept={pages.kept} />
      </ErrorBoundary>
    </>
  );
}
