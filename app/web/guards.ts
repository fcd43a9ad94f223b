import type { Screen } from '#kit/contract/screen.ts';
import type { AbsenceReason } from '#kit/ui/session.ts';
import { matchPath, type Params } from './paths.ts';
import { isPublicPath } from './public-paths.ts';

export interface Visit {
  pathname: string;
  search: string;
}

/** A screen as the router needs it: with every address it goes by. */
export interface Routed extends Screen {
  paths?: readonly string[];
}

export interface FoundScreen<S extends Routed> {
  screen: S;
  /** the address it was found under: its own, or an alias */
  path: string;
  params: Params;
}

export interface GuardContext<S extends Routed> {
  screens: readonly S[];
  loggedIn: boolean;
  absence: AbsenceReason;
  /** the server has no administrator yet */
  setupNeeded: boolean;
}

export type Decision<S extends Routed> =
  | ({ kind: 'show' } & FoundScreen<S>)
  | { kind: 'redirect'; to: string }
  | { kind: 'notFound' };

const homePath = '/home';
const loginPath = '/login';
export const setupPath = '/setup';

/** Literal segments beat parameters: `/redPacket/addRedpacket` is not a `/redPacket/:id`. */
const literalLength = (path: string) =>
  path.split('/').filter((part) => part && !part.startsWith(':')).length;

export function findScreen<S extends Routed>(
  screens: readonly S[],
  pathname: string,
): FoundScreen<S> | undefined {
  let best: FoundScreen<S> | undefined;
  for (const screen of screens) {
    for (const path of screen.paths ?? [screen.path]) {
      const params = matchPath(path, pathname);
      if (params && (!best || literalLength(path) > literalLength(best.path)))
        best = { screen, path, params };
    }
  }
  return best;
}

/** Only a path of our own: `//evil.example` and `https:` would leave the site after login. */
export function safeRedirect(value: string | null): string | undefined {
  if (!value || !/^\/(?![/\\])/.test(value)) return undefined;
  const path = value.split(/[?#]/)[0];
  return path === '/' || path === loginPath ? undefined : value;
}

const isOpenToAll = (screen: Screen | undefined, pathname: string) =>
  screen ? screen.audience !== 'staff' : isPublicPath(pathname);

export function decide<S extends Routed>(visit: Visit, context: GuardContext<S>): Decision<S> {
  const { pathname, search } = visit;
  const canSetUp = context.setupNeeded && findScreen(context.screens, setupPath) !== undefined;
  if (canSetUp && pathname !== setupPath) return { kind: 'redirect', to: setupPath };
  if (!context.setupNeeded && pathname === setupPath) return { kind: 'redirect', to: homePath };
  const found = findScreen(context.screens, pathname);
  if (context.loggedIn && (pathname === '/' || pathname === loginPath)) {
    const wanted = safeRedirect(new URLSearchParams(search).get('redirect'));
    return { kind: 'redirect', to: wanted ?? homePath };
  }
  if (!context.loggedIn && !isOpenToAll(found?.screen, pathname)) {
    const wayBack = context.absence === 'loggedOut' ? undefined : safeRedirect(pathname + search);
    return {
      kind: 'redirect',
      to: wayBack ? `${loginPath}?redirect=${encodeURIComponent(wayBack)}` : loginPath,
    };
  }
  return found ? { kind: 'show', ...found } : { kind: 'notFound' };
}

/** The site a player page is about: its address names it, else the last one this browser was in. */
export function siteOfVisit(search: string, storedSiteId: string | undefined): string | undefined {
  const query = new URLSearchParams(search);
  return query.get('fieldId') ?? query.get('field') ?? storedSiteId;
}

export type SlideDirection = 'left' | 'right' | 'none';

/** Deeper pages come in from the right (the old one slides left), shallower ones from the left. */
export function slideDirection(fromDepth: number | undefined, toDepth: number): SlideDirection {
  if (fromDepth === undefined || fromDepth === toDepth) return 'none';
  return toDepth > fromDepth ? 'left' : 'right';
}
