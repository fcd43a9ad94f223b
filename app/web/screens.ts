import playerModules from 'virtual:screens/player';
import type { Access } from '#kit/contract/endpoint.ts';
import type { Screen } from '#kit/contract/screen.ts';
import { placeScreens } from '#kit/contract/screen-places.ts';
import { officeTexts } from '#kit/ui/i18n.ts';
import type { Texts } from '#kit/ui/texts.ts';

/** A screen as the build tells of it (scripts/web/screen-tables.ts): who may open it instead of the call it needs. */
export interface BuiltScreen extends Omit<Screen, 'needs' | 'children'> {
  children?: readonly BuiltScreen[];
  /** of the call it needs; absent: it needs none */
  access?: Access;
  /** the entry of the menu whose tabs it shows */
  family?: string;
}

export interface BuiltModule {
  feature: string;
  screens: readonly BuiltScreen[];
}

type LoadTexts = () => Promise<{ default: Texts }>;

export interface PlayerModule extends BuiltModule {
  texts: Readonly<Record<string, LoadTexts>>;
}

/** A screen together with the feature that declares it, and where it stands. */
export interface KnownScreen extends BuiltScreen {
  feature: string;
  /** the screens around it, outermost first */
  parents: readonly Screen[];
  /** every address it goes by, its own first */
  paths: readonly string[];
}

export const place = (modules: readonly BuiltModule[]): KnownScreen[] =>
  modules.flatMap((module) =>
    placeScreens(module.screens).map(({ screen, parents, paths }) => ({
      ...screen,
      feature: module.feature,
      parents,
      paths,
    })),
  );

/** Part of every first load. */
export const playerScreens: readonly KnownScreen[] = place(playerModules);

/** Loads once; what failed is tried again when it is asked for again. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

const loadEntry = once(() => import('./entry/entry-tables.ts'));

/** What is open to everybody. */
export const loadOpenScreens = once(
  async (): Promise<readonly KnownScreen[]> => [...playerScreens, ...place((await loadEntry()).entryModules)],
);

/** The back office, and what is open to all. */
export const loadStaffScreens = once(async (): Promise<readonly KnownScreen[]> => {
  const [open, { default: modules }] = await Promise.all([
    loadOpenScreens(),
    import('virtual:screens/staff'),
  ]);
  return [...open, ...place(modules)];
});

const sharedTexts = import.meta.glob<Texts>(
  ['../../kit/i18n/*.json', '../../kit/i18n-office/*.json', './i18n/*.json'],
  { import: 'default' },
);
const sharedPlaces: Record<string, string> = {
  kit: '../../kit/i18n',
  [officeTexts]: '../../kit/i18n-office',
  app: './i18n',
};

export async function loadTexts(namespace: string, language: string): Promise<Texts> {
  const shared = sharedPlaces[namespace];
  if (shared) return (await sharedTexts[`${shared}/${language}.json`]?.()) ?? {};
  const ofPlayers = playerModules.find(({ feature }) => feature === namespace)?.texts[language];
  if (ofPlayers) return (await ofPlayers()).default;
  return (await loadEntry()).loadFeatureTexts(namespace, language);
}
