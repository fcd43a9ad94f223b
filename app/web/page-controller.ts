import type { ComponentType } from 'react';
import type { Audience } from '#kit/contract/screen.ts';
import { currentPlayer, playerStore } from '#kit/player/session.ts';
import { appOf, askAddress, goesWithout } from '#kit/player/who-plays.ts';
import { appConfigStore, loadAppConfig } from '#kit/ui/app-config.ts';
import { currentSiteStore } from '#kit/ui/current-site.ts';
import { loadNamespaces, officeTexts } from '#kit/ui/i18n.ts';
import { sessionStore } from '#kit/ui/session.ts';
import type { SessionUser } from '#kit/ui/session-keeper.ts';
import { reloadIfRedeployed, withTimeout } from './chunk-failure.ts';
import {
  type Decision,
  decide,
  type FoundScreen,
  findScreen,
  setupPath,
  siteOfVisit,
  slideDirection,
} from './guards.ts';
import type { AppHistory, Place } from './history.ts';
import { movePages } from './kept-pages.ts';
import { createPath } from './paths.ts';
import { isPlayerPath } from './public-paths.ts';
import { linkableScreens, type ScreenGuard, screenGuard } from './screen-access.ts';
import { type KnownScreen, loadOpenScreens, loadStaffScreens, playerScreens } from './screens.ts';
import { type Content, type Frame, loadingStore, pagesStore, type Shell, screenOf } from './shown.ts';
import { forgetSiteStates, isSiteClosed } from './site-state.ts';

const chunkLimitMs = 120_000;
const closedPath = '/errorPage';

interface ShellModule {
  default: Shell;
  Frame: Frame;
}

const shells: Record<Audience, () => Promise<ShellModule>> = {
  staff: () => import('./staff/staff-shell.tsx'),
  anyone: () => import('./entry/entry-shell.tsx'),
  player: () => import('./player/player-shell.tsx'),
};

const loadRefusals = () => import('./system/refusal-pages.tsx');

interface LoadedPage {
  pages: readonly ComponentType[];
  Shell: Shell;
  Frame: Frame;
  mayOpen: ScreenGuard;
}

const loaded = new Map<string, LoadedPage>();

async function loadPage(screen: KnownScreen): Promise<LoadedPage> {
  const known = loaded.get(screen.path);
  // Texts are asked for again: the language may have changed since.
  const office = screen.audience === 'player' ? [] : [officeTexts];
  const texts = loadNamespaces('kit', 'app', ...office, screen.feature);
  if (known) {
    await texts;
    return known;
  }
  const [pages, shell] = await withTimeout(
    Promise.all([
      Promise.all([...screen.parents, screen].map(async ({ load }) => (await load()).default)),
      shells[screen.audience](),
      texts,
    ]),
    chunkLimitMs,
  );
  const result = { pages, Shell: shell.default, Frame: shell.Frame, mayOpen: screenGuard(screen) };
  loaded.set(screen.path, result);
  return result;
}

/** Around what the system itself has to say: staff keep their menu, everybody else sees the page alone. */
async function systemShell(user: SessionUser | undefined): Promise<Shell | undefined> {
  await loadNamespaces('kit', 'app', ...(user ? [officeTexts] : [])).catch(() => {});
  if (!user) return undefined;
  return (await shells.staff().catch(() => undefined))?.default;
}

const shownPath = () => {
  const content = pagesStore.get()?.current.shown.content;
  return content && screenOf(content)?.path;
};

export function createPageController(history: AppHistory): { start(): void } {
  let turn = 0;
  let shownDepth: number | undefined;
  let shownFamily: string | undefined;

  function show(place: Place, content: Content, Shell: Shell | undefined, Frame?: Frame): void {
    const depth = screenOf(content)?.depth ?? shownDepth ?? 0;
    // Pages for anyone are nobody's: the person who logs in there goes on from there.
    const person = screenOf(content)?.audience === 'anyone' ? undefined : sessionStore.get().session?.user.id;
    const family = screenOf(content)?.family;
    // from one tab to another nothing slides, however deep they lie
    const direction = family && family === shownFamily ? 'none' : slideDirection(shownDepth, depth);
    pagesStore.set(movePages(pagesStore.get(), { place, content, Shell, Frame, person, direction }));
    shownDepth = depth;
    shownFamily = family;
  }

  async function showNotFound(place: Place, isCurrent: () => boolean): Promise<void> {
    const { pathname } = place.location;
    const forPlayers = isPlayerPath(pathname);
    const user = forPlayers ? undefined : sessionStore.get().session?.user;
    const [Shell, candidates, { nearScreens }, { notFound }] = await Promise.all([
      systemShell(user),
      forPlayers ? [] : linkableScreens(user),
      import('./near-screens.ts'),
      loadRefusals(),
    ]);
    const near = nearScreens(pathname, candidates);
    await loadNamespaces(...near.map((screen) => screen.feature)).catch(() => {});
    if (isCurrent()) show(place, { kind: 'notFound', page: notFound(near, forPlayers) }, Shell);
  }

  async function showFailed(
    place: Place,
    screen: KnownScreen | undefined,
    isCurrent: () => boolean,
  ): Promise<void> {
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

  /** Players' pages need no other table; staff's is asked for by staff alone, and not for what stands among the open ones. */
  async function screensFor(pathname: string): Promise<readonly KnownScreen[]> {
    if (findScreen(playerScreens, pathname) && !appConfigStore.get().setupNeeded) return playerScreens;
    const open = await loadOpenScreens();
    return sessionStore.get().session && !findScreen(open, pathname) ? loadStaffScreens() : open;
  }

  async function decideFor(place: Place): Promise<Decision<KnownScreen>> {
    const screens = await screensFor(place.location.pathname);
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
    loadingStore.set(true);
    try {
      let decision = await decideFor(place);
      if (!isCurrent()) return;
      if (decision.kind === 'redirect' && decision.to === setupPath && shownPath() === setupPath) {
        // A person who leaves the set-up page has just finished it: ask the server before sending them back.
        await loadAppConfig();
        if (!isCurrent()) return;
        decision = await decideFor(place);
        if (!isCurrent()) return;
      }
      if (decision.kind === 'redirect') return history.replace(decision.to);
      if (decision.kind === 'notFound') return await showNotFound(place, isCurrent);
      await showScreen(place, decision, isCurrent);
    } catch {
      // The back office's own table of screens did not come.
      await showFailed(place, undefined, isCurrent);
    } finally {
      if (isCurrent()) loadingStore.set(false);
    }
  }

  async function showScreen(
    place: Place,
    { screen, path, params }: FoundScreen<KnownScreen>,
    isCurrent: () => boolean,
  ): Promise<void> {
    const wanted = createPath(place.location);
    if (screen.asksWho && !currentPlayer() && !goesWithout() && appOf(navigator.userAgent))
      return history.replace(askAddress(wanted));
    void leaveIfSiteClosed(place, screen, isCurrent);
    try {
      const page = await loadPage(screen);
      if (!isCurrent()) return;
      const verdict = page.mayOpen({ staff: sessionStore.get().session?.user, player: currentPlayer() });
      const { pages, Shell, Frame } = page;
      if (verdict === 'open') return show(place, { kind: 'page', screen, path, params, pages }, Shell, Frame);
      const { forbidden, playerLogin } = await loadRefusals();
      if (!isCurrent()) return;
      if (verdict === 'forbidden') show(place, { kind: verdict, screen, page: forbidden() }, Shell);
      else show(place, { kind: 'playerLogin', screen, page: playerLogin(wanted) }, Shell);
    } catch {
      await showFailed(place, screen, isCurrent);
    }
  }

  const followCurrent = () => void follow(history.place.get());

  return {
    start() {
      history.place.subscribe(followCurrent);
      sessionStore.subscribe(followCurrent);
      playerStore.subscribe(followCurrent);
      appConfigStore.subscribe(followCurrent);
      followCurrent();
    },
  };
}
