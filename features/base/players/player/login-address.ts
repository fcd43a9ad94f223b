import { askPath } from '#kit/player/who-plays.ts';
import { ownPath } from '#kit/ui/own-path.ts';

export const homePath = '/program';

/** As many stations as an address may name one inside the other; an address with more was made to mislead somebody. */
const mostStations = 3;

/** The station is on the way and never the end of it; the router knows it however it is written. */
function isStation({ pathname }: URL): boolean {
  try {
    return decodeURI(pathname).replace(/\/+$/, '').toLowerCase() === askPath.toLowerCase();
  } catch {
    // nobody can read it, so it is no page either
    return false;
  }
}

/** What a platform's log-in leaves in an address. */
const traces = ['code', 'auth_code', 'state', 'app_id', 'source', 'scope'];

const pathOf = ({ pathname, search, hash }: URL) => pathname + search + hash;
// any base will do: only what stands behind it is used
const parse = (path: string) => new URL(path, 'http://here');

/** An address on which somebody came back from a log-in; a `code` alone may be any page's own. */
const isWayBack = (query: URLSearchParams) =>
  query.has('state') && (query.has('code') || query.has('auth_code'));

/** Where the player wants to be: `to`, or the machine whose code was scanned. */
export function targetOf(query: URLSearchParams, stations = mostStations): string {
  const machine = query.get('equipmentId');
  const kept = ['equipmentId', 's', 'fieldId'].flatMap((name) => {
    const value = query.get(name);
    return value ? [[name, value]] : [];
  });
  const scanned = machine ? `/index?${new URLSearchParams(kept)}` : homePath;
  const url = parse(ownPath(query.get('to')) ?? scanned);
  // a station inside it would log in once more, with a code that somebody else wrote into the label
  if (isStation(url)) return stations > 0 ? targetOf(url.searchParams, stations - 1) : homePath;
  url.searchParams.delete('applet_code');
  // somebody sent on the address on which they had come back themselves
  if (isWayBack(url.searchParams)) for (const name of traces) url.searchParams.delete(name);
  return pathOf(url);
}

/** As the specification has it: the address tells name and photo, and no code. */
export function withPerson(target: string, person: { playerName: string; playerPhoto: string }): string {
  const url = parse(target);
  for (const name of ['playerName', 'playerPhoto'] as const) {
    if (person[name]) url.searchParams.set(name, person[name]);
    else url.searchParams.delete(name);
  }
  return pathOf(url);
}

/** An account that is about to be deleted opens one page alone, where it can be taken back. */
export const afterLogin = (target: string, player: { closesAt?: string | null }): string =>
  player.closesAt ? '/program/closed' : target;
