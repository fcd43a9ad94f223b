import { navigation } from './navigation.ts';

const parameter = 'tab';

/** Which tab an address asks for; the first where it asks for none or for one that is not there. */
export function tabOf<T extends string>(search: string, tabs: readonly [T, ...T[]]): T {
  const asked = new URLSearchParams(search).get(parameter);
  return tabs.find((tab) => tab === asked) ?? tabs[0];
}

/** The same address with another tab; the first needs no mention. Everything else in it stays. */
export function withTab<T extends string>(search: string, tabs: readonly [T, ...T[]], tab: T): string {
  const query = new URLSearchParams(search);
  if (tab === tabs[0]) query.delete(parameter);
  else query.set(parameter, tab);
  const text = query.toString();
  return text && `?${text}`;
}

/** Goes to a tab in place: the way back leads out of the page, not through its tabs. */
export const openTab = <T extends string>(
  place: { pathname: string; search: string },
  tabs: readonly [T, ...T[]],
  tab: T,
): void => navigation.go(place.pathname + withTab(place.search, tabs, tab), { replace: true });
