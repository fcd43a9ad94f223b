import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import type { Access, Contract } from '#kit/contract/endpoint.ts';
import { type Audience, isTab, type Screen, type ScreenModule } from '#kit/contract/screen.ts';
import { foldersWith, readDeclaration, sourceOf } from './feature-folders.ts';

/**
 * The router's table in three parts. A player's first load carries the screens of players with the texts of their
 * features, and neither the pages of log-in and registration nor the back office: its weight does not grow with theirs.
 */
const parts = {
  'virtual:screens/player': 'player',
  'virtual:screens/entry': 'anyone',
  'virtual:screens/staff': 'staff',
} as const satisfies Record<string, Audience>;
type Part = keyof typeof parts;
const isPart = (id: string): id is Part => Object.hasOwn(parts, id);

/** A feature's screens as Node reads them, and what the browser is told of the feature besides. */
export interface TableSource extends ScreenModule {
  folder: string;
  /** who may make the calls its screens need, by the name of the call */
  access: Readonly<Record<string, Access>>;
  languages: readonly string[];
}

/** The entry of the menu a screen is a tab of; an entry with tabs is one of them. */
function familyOf({ path, menu }: Screen, entriesWithTabs: ReadonlySet<string>): string | undefined {
  if (menu && isTab(menu)) return menu.tabOf;
  return entriesWithTabs.has(path) ? path : undefined;
}

/**
 * The text of a screen as the router needs it; its place in the menu and whether it exists come from the server. That
 * it will have tabs is known before, so that they have their room.
 */
function screenText(screen: Screen, source: TableSource, entriesWithTabs: ReadonlySet<string>): string {
  const { menu: _menu, onlyDemo: _onlyDemo, needs, load, children, ...own } = screen;
  const plain = {
    ...own,
    access: needs ? source.access[needs] : undefined,
    family: familyOf(screen, entriesWithTabs),
  };
  const fields = [
    ...Object.entries(plain)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    ...(children
      ? [`children: [${children.map((child) => screenText(child, source, entriesWithTabs)).join(', ')}]`]
      : []),
    `load: () => import(${JSON.stringify(join(source.folder, sourceOf(load)))})`,
  ];
  return `{ ${fields.join(', ')} }`;
}

/** The text of one part; features without a screen in it are left out. */
export function tableText(sources: readonly TableSource[], audience: Audience): string {
  const entriesWithTabs = new Set(
    sources.flatMap(({ screens }) =>
      screens.flatMap(({ menu }) => (menu && isTab(menu) ? [menu.tabOf] : [])),
    ),
  );
  const features = sources
    .map((source) => ({
      ...source,
      screens: source.screens.filter((screen) => screen.audience === audience),
    }))
    .filter(({ screens }) => screens.length > 0)
    .map((source) => {
      const screens = source.screens.map((screen) => screenText(screen, source, entriesWithTabs)).join(',\n');
      const texts = source.languages.map(
        (language) =>
          `${JSON.stringify(language)}: () => import(${JSON.stringify(join(source.folder, 'i18n', `${language}.json`))})`,
      );
      const own = audience === 'player' ? `, texts: { ${texts.join(', ')} }` : '';
      return `{ feature: ${JSON.stringify(source.feature)}, screens: [${screens}]${own} }`;
    });
  return `export default [\n${features.join(',\n')}\n];`;
}

async function readSource(folder: string, version: string): Promise<TableSource> {
  const read = <T>(file: string) => readDeclaration<T>(folder, file, version);
  const { default: module } = await read<{ default: ScreenModule }>('screens.ts');
  const contract = existsSync(join(folder, 'contract.ts'))
    ? (await read<Record<string, Contract>>('contract.ts'))[`${module.feature}Contract`]
    : undefined;
  return {
    ...module,
    folder,
    access: Object.fromEntries(Object.entries(contract ?? {}).map(([name, { access }]) => [name, access])),
    languages: readdirSync(join(folder, 'i18n')).map((file) => basename(file, '.json')),
  };
}

export function screenTables(root: string): Plugin {
  return {
    name: 'screen-tables',
    resolveId: (id) => (isPart(id) ? `\0${id}` : undefined),
    async load(id) {
      const part = id.slice(1);
      if (!id.startsWith('\0') || !isPart(part)) return undefined;
      const version = this.meta.watchMode ? `?at=${Date.now()}` : '';
      const sources = await Promise.all(
        foldersWith(root, 'screens.ts').map((folder) => {
          for (const file of ['screens.ts', 'contract.ts']) this.addWatchFile(join(folder, file));
          return readSource(folder, version);
        }),
      );
      return tableText(sources, parts[part]);
    },
  };
}
