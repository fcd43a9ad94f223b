import type { ComponentType, ReactNode } from 'react';
import { createPath, type Params } from 'react-router';
import type { Audience } from '#kit/contract/screen.ts';
import { currentSiteStore } from '#kit/ui/current-site.ts';
import { loadNamespaces } from '#kit/ui/i18n.ts';
import { sessionStore } from '#kit/ui/session.ts';
import type { SessionUser } from '#kit/ui/session-keeper.ts';
import { createStore } from '#kit/ui/store.ts';
import { appConfigStore, loadAppConfig } from './app-config.ts';
import { reloadIfRedeployed, withTimeout } from './chunk-failure.ts';
import {
  type Decision,
  decide,
  type SlideDirection,
  setupPath,
  siteOfVisit,
  slideDirection,
} from './guards.ts';
import type { AppHistory, Place } from './history.ts';
import { nearScreens } from './near-screens.ts';
import { openScreens, type ScreenGuard, screenGuard } from './screen-access.ts';
import { type KnownScreen, screens } from './screens.ts';
import { forgetSiteStates, isSiteClosed } from './site-state.ts';

const chunkLimitMs = 120_000;
const closedPath = '/errorPage';

export type Shell = ComponentType<{ screen: KnownScreen | undefined; children: ReactNode }>;

export type Content =
  | { kind: 'page'; screen: KnownScreen; params: Params; Page: ComponentType }
  | { kind: 'notFound'; near: readonly KnownScreen[] }
  | { kind: 'forbidden'; screen: KnownScreen }
  | { kind: 'failed'; screen: KnownScreen; retry: () => void };

export interface Shown {
  place: Place;
  content: Content;
  Shell: Shell | undefined;
  direction: SlideDirection;
}

export const shownStore = createStore<Shown | undefined>(undefined);
/** True while the next page is on its way; the shell shows a thin bar. */
export const loadingStore = createStore(false);

const shells: Record<Audience, () => Promise<{ default: Shell }>> = {
  staff: () => import('./staff/staff-shell.tsx'),
  anyone: () => import('./entry/entry-shell.tsx'),
  player: () => import('./player/player-shell.tsx'),
};

interface LoadedPage {
  Page: ComponentType;
  Shell: Shell;
  mayOpen: ScreenGuard;
}

const loaded = new Map<string, LoadedPage>();

async function loadPage(screen: KnownScreen): Promise<LoadedPage> {
  const known = loaded.get(screen.path);
  // Texts are asked for again: the language may have changed since.
  const texts = loadNamespaces('kit', 'app', screen.feature);
  if (known) {
    await texts;
    return known;
  }
  const [page, shell, mayOpen] = await withTimeout(
    Promise.all([screen.load(), shells[screen.audience](), screenGuard(screen), texts]),
    chunkLimitMs,
  );
  const result = { Page: page.default, Shell: shell.default, mayOpen };
  loaded.set(screen.path, result);
  return result;
}

async function systemShell(user: SessionUser | undefined): Promise<Shell | undefined> {
  await loadNamespaces('kit', 'app').catch(() => {});
  if (!user) return undefined;
  return (await shells.staff().catch(() => undefined))?.default;
}

const shownPath = () => {
  const content = shownStore.get()?.content;
  return content && 'screen' in content ? content.screen.path : undefined;
};

export function createPageController(history: AppHistory): { start(): void } {
  let turn = 0;
  let shownDepth: number | undefined;

  function show(place: Place, content: Content, Shell: Shell | undefined): void {
    const depth = 'screen' in content ? content.screen.depth : (shownDepth ?? 0);
    shownStore.set({ place, content, Shell, direction: slideDirection(shownDepth, depth) });
    shownDepth = depth;
  }

  async function showNotFound(place: Place, isCurrent: () => boolean): Promise<void> {
    const user = sessionStore.get().session?.user;
    const [Shell, candidates] = await Promise.all([systemShell(user), openScreens(user)]);
    const near = nearScreens(place.location.pathname, candidates);
    await loadNamespaces(...near.map((screen) => screen.feature)).catch(() => {});
    if (isCurrent()) show(place, { kind: 'notFound', near }, Shell);
  }

  async function showFailed(place: Place, screen: KnownScreen, isCurrent: () => boolean): Promise<void> {
    if (await reloadIfRedeployed()) return;
    const Shell = await systemShell(sessionStore.get().session?.user);
    let retried = false;
    const retry = () => {
      // Browsers may remember a failed module for the life of the page, so the second retry is a full reload.
      if (retried) location.reload();
      retried = true;
      void follow(place);
    };
    if (isCurrent()) show(place, { kind: 'failed', screen, retry }, Shell);
  }

  async function leaveIfSiteClosed(
    place: Place,
    screen: KnownScreen,
    isCurrent: () => boolean,
  ): Promise<void> {
    if (place.location.pathname === closedPath) return forgetSiteStates();
    if (screen.audience !== 'player') return;
    const siteId = siteOfVisit(place.location.search, currentSiteStore.get()?.id);
    if (!siteId || !(await isSiteClosed(siteId)) || !isCurrent()) return;
    const query = new URLSearchParams({ fieldId: siteId, redirect: createPath(place.location) });
    history.replace(`${closedPath}?${query}`);
  }

  function decideFor(place: Place): Decision<KnownScreen> {
    const { session, absence } = sessionStore.get();
    return decide(place.location, {
      screens,
      loggedIn: session !== undefined,
      absence,
      setupNeeded: appConfigStore.get().setupNeeded,
    });
  }

  async function follow(place: Place): Promise<void> {
    turn += 1;
    const own = turn;
    const isCurrent = () => own === turn;
    let decision = decideFor(place);
    if (decision.kind === 'redirect' && decision.to === setupPath && shownPath() === setupPath) {
      // Whoever leaves the set-up page has just finished it: ask the server before sending them back.
      await loadAppConfig();
      if (!isCurrent()) return;
      decision = decideFor(place);
    }
    if (decision.kind === 'redirect') return history.replace(decision.to);
    loadingStore.set(true);
    try {
      if (decision.kind === 'notFound') return await showNotFound(place, isCurrent);
      const { screen, params } = decision;
      void leaveIfSiteClosed(place, screen, isCurrent);
      try {
        const page = await loadPage(screen);
        if (!isCurrent()) return;
        const allowed = page.mayOpen(sessionStore.get().session?.user);
        show(
          place,
          allowed ? { kind: 'page', screen, params, Page: page.Page } : { kind: 'forbidden', screen },
          page.Shell,
        );
      } catch {
        await showFailed(place, screen, isCurrent);
      }
    } finally {
      if (isCurrent()) loadingStore.set(false);
    }
  }

  const followCurrent = () => void follow(history.place.get());

  return {
    start() {
      history.place.subscribe(followCurrent);
      sessionStore.subscribe(followCurrent);
      appConfigStore.subscribe(followCurrent);
      followCurrent();
    },
  };
}
