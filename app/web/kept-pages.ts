import type { Params } from './paths.ts';

/** What is known of a shown page as far as keeping it matters. */
export interface Keepable {
  place: { location: { key: string }; index: number };
  Shell: unknown;
  /** who is logged in */
  person: string | undefined;
  content:
    | {
        kind: 'page';
        screen: { path: string; keepAlive?: boolean; parents?: readonly { path: string }[] };
        params: Params;
      }
    | { kind: 'notFound' | 'forbidden' | 'failed' | 'playerLogin' };
}

export interface PageInstance<S> {
  /** stays the same as long as the page stays mounted */
  id: number;
  shown: S;
}

export interface Pages<S> {
  current: PageInstance<S>;
  /** mounted and out of sight, the oldest first */
  kept: readonly PageInstance<S>[];
}

/** More would be remembered by nobody, and each costs memory. */
const mostKept = 3;

/**
 * Same screen, other query: the page stays mounted and only its location changes. So does a screen around others while
 * one goes from one of them to the next; those that are kept have it to themselves.
 */
function sameKey({ content, place }: Keepable): string {
  if (content.kind !== 'page') return `${content.kind} ${place.location.key}`;
  const { screen, params } = content;
  const path = screen.keepAlive ? screen.path : (screen.parents?.[0]?.path ?? screen.path);
  const own = Object.entries(params).filter(([name]) => path.split('/').includes(`:${name}`));
  return `${path} ${JSON.stringify(own)}`;
}

/** Another person's page is never the same, whatever stands on it. */
const isSameSurrounding = (one: Keepable, other: Keepable) =>
  one.Shell === other.Shell && one.person === other.person;

const isSamePage = (one: Keepable, other: Keepable) =>
  isSameSurrounding(one, other) && sameKey(one) === sameKey(other);

const isKept = ({ content }: Keepable) => content.kind === 'page' && content.screen.keepAlive === true;

let lastId = 0;
const mounted = <S>(shown: S): PageInstance<S> => {
  lastId += 1;
  return { id: lastId, shown };
};

/**
 * Which pages are mounted after a move. A page that asks for it outlives a look at what lies behind it in the history and
 * is the same page again on the way back; a reader who goes back further, or into another shell, leaves it for good.
 */
export function movePages<S extends Keepable>(before: Pages<S> | undefined, shown: S): Pages<S> {
  if (!before) return { current: mounted(shown), kept: [] };
  const { current } = before;
  const behind = ({ shown: other }: PageInstance<S>) =>
    isSameSurrounding(other, shown) && other.place.index < shown.place.index;
  if (isSamePage(current.shown, shown))
    return { current: { id: current.id, shown }, kept: before.kept.filter(behind) };
  const back = before.kept.find(
    (page) => page.shown.place.location.key === shown.place.location.key && isSamePage(page.shown, shown),
  );
  const left = isKept(current.shown) ? [...before.kept, current] : before.kept;
  const kept = left.filter((page) => page !== back && behind(page)).slice(-mostKept);
  return { current: back ? { id: back.id, shown } : mounted(shown), kept };
}
