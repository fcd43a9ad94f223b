import type { Location, To } from 'react-router';
import { stayUnder } from '#kit/contract/second-address.ts';
import { createStore, type Store } from '#kit/ui/store.ts';
import { createPath, parsePath, pathOf } from './paths.ts';

export interface Place {
  location: Location;
  /** how we came here: POP is back, forward and the first load */
  action: 'POP' | 'PUSH' | 'REPLACE';
  /** how many entries of ours lie before this one */
  index: number;
}

interface EntryState {
  key: string;
  index: number;
  usr: unknown;
}

export interface LeaveCheck {
  needed(): boolean;
  allowed(): Promise<boolean>;
}

export interface AppHistory {
  place: Store<Place>;
  createHref(to: To): string;
  push(to: To, state?: unknown): void;
  replace(to: To, state?: unknown): void;
  go(delta: number): void;
  /** Back inside the app, or to `fallback` when this page was opened directly. */
  back(fallback: string): void;
}

const newKey = () => Math.random().toString(36).slice(2, 10);

/**
 * The browser's history with two things React Router's plain router lacks: a question before leaving
 * unsaved input, and deafness to a repeated navigation to where we already are or are going.
 */
export function createHistory(
  view: Pick<Window, 'history' | 'location' | 'addEventListener'>,
  leave: LeaveCheck,
): AppHistory {
  const entry = (): EntryState | null => view.history.state as EntryState | null;
  const read = (): Location => ({
    pathname: view.location.pathname,
    search: view.location.search,
    hash: view.location.hash,
    state: entry()?.usr ?? null,
    key: entry()?.key ?? 'default',
  });
  if (entry()?.index === undefined) view.history.replaceState({ key: newKey(), index: 0, usr: null }, '');
  let index = entry()?.index ?? 0;
  /** the way of a traversal that is being taken back until the person has answered */
  let undoing: number | undefined;
  let permitted = false;
  const place = createStore<Place>({ location: read(), action: 'POP', index });

  function arrive(action: Place['action']): void {
    index = entry()?.index ?? 0;
    place.set({ location: read(), action, index });
  }

  async function askThenGo(delta: number): Promise<void> {
    if (!(await leave.allowed())) return;
    permitted = true;
    view.history.go(delta);
  }

  view.addEventListener('popstate', () => {
    if (undoing !== undefined) {
      // Only now: a browser adds up traversals that are still under way.
      void askThenGo(undoing);
      undoing = undefined;
      return;
    }
    const target = entry()?.index ?? 0;
    if (leave.needed() && !permitted && target !== index) {
      undoing = target - index;
      view.history.go(-undoing);
      return;
    }
    permitted = false;
    arrive('POP');
  });

  const addressOf = (to: To): string => stayUnder(place.get().location.pathname, pathOf(to));

  function write(to: string, state: unknown, action: 'PUSH' | 'REPLACE'): void {
    const current = place.get().location;
    const path = createPath({ ...current, search: '', hash: '', ...parsePath(to) });
    if (path === createPath(current) && (state ?? null) === (current.state ?? null)) return;
    const next: EntryState = {
      key: newKey(),
      index: action === 'PUSH' ? index + 1 : index,
      usr: state ?? null,
    };
    if (action === 'PUSH') view.history.pushState(next, '', path);
    else view.history.replaceState(next, '', path);
    arrive(action);
  }

  function navigate(wanted: To, state: unknown, action: 'PUSH' | 'REPLACE'): void {
    const to = addressOf(wanted);
    const samePage = (parsePath(to).pathname ?? '') === place.get().location.pathname;
    if (samePage || !leave.needed()) write(to, state, action);
    else
      void leave.allowed().then((allowed) => {
        if (allowed) write(to, state, action);
      });
  }

  return {
    place,
    createHref: addressOf,
    push: (to, state) => navigate(to, state, 'PUSH'),
    replace: (to, state) => navigate(to, state, 'REPLACE'),
    go: (delta) => view.history.go(delta),
    back(fallback) {
      if (index > 0) view.history.go(-1);
      else navigate(fallback, null, 'REPLACE');
    },
  };
}
