import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { type SearchKind, searchContract } from '#features/base/lists/contract/search.ts';
import { useCall } from '#kit/ui/api.ts';
import { loadNamespaces, useText } from '#kit/ui/i18n.ts';
import type { IconName } from '#kit/ui/icons.tsx';
import { useMenu } from '#kit/ui/menu.ts';
import { allPages } from '#kit/ui/menu-tree.ts';
import { useSession } from '#kit/ui/session.ts';
import { linkableScreens } from '../screen-access.ts';
import type { KnownScreen } from '../screens.ts';
import { matchEntries } from './match-entries.ts';

export interface Entry {
  path: string;
  name: string;
  note: string;
  icon: string;
}

export interface Group {
  key: string;
  name: string;
  entries: readonly Entry[];
}

const typingPauseMs = 200;
const maxPages = 8;

const kindIcons: Record<SearchKind, IconName> = {
  machine: 'device',
  order: 'clipboard-list',
  member: 'user',
  site: 'map-pin',
  staff: 'users',
  franchisee: 'building-store',
  agent: 'users-group',
  merchant: 'building',
  article: 'help',
};

/** All screens this person may open by name; those of the menu are known at once, the rest when their rights are. */
function usePages(query: string): Entry[] {
  const t = useText();
  const user = useSession();
  const { roots } = useMenu();
  const [screens, setScreens] = useState<readonly KnownScreen[]>([]);
  useEffect(() => {
    let wanted = true;
    void linkableScreens(user).then(async (found) => {
      await loadNamespaces(...new Set(found.map((screen) => screen.feature))).catch(() => {});
      if (wanted) setScreens(found);
    });
    return () => {
      wanted = false;
    };
  }, [user]);
  return useMemo(() => {
    const inMenu = allPages(roots);
    const known = new Set(inMenu.map(({ path }) => path));
    const entries = [
      ...inMenu.map(({ path, name, source }) => ({ path, name, icon: source, note: '', inMenu: true })),
      ...screens
        .filter(({ path }) => !known.has(path))
        .map(({ path, feature, title }) => ({
          path,
          name: t(`${feature}:screen.${title}`),
          icon: 'layout-grid',
          note: '',
          inMenu: false,
        })),
    ];
    return query ? matchEntries(entries, query).slice(0, maxPages) : entries.filter((entry) => entry.inMenu);
  }, [roots, screens, query, t]);
}

/** What the words name: things the server finds, then pages. `settled` when the answer to these very words is there. */
export function useFound(query: string): { groups: Group[]; settled: boolean } {
  const t = useText();
  const text = query.trim();
  const [asked] = useDebouncedValue(text, typingPauseMs);
  const found = useCall(searchContract.find, { text: asked }, { enabled: asked !== '', keepPrevious: true });
  const pages = usePages(text);
  const things = (text && found.data) || [];
  const groups: Group[] = things.map(({ kind, hits }) => ({
    key: kind,
    name: t(`lists:kind.${kind}`),
    entries: hits.map(({ path, title, note }) => ({ path, name: title, note, icon: kindIcons[kind] })),
  }));
  // A person who types the name of a page means the page, unless it is the very number of a thing.
  const named = pages[0]?.name.toLowerCase().startsWith(text.toLowerCase());
  const place = named ? things.filter(({ hits }) => hits.some(({ exact }) => exact)).length : groups.length;
  if (pages.length > 0) groups.splice(place, 0, { key: 'page', name: t('app:shell.pages'), entries: pages });
  const settled =
    text === '' || (asked === text && !found.isFetching && !found.isPlaceholderData) || found.isError;
  return { groups, settled };
}
