import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import type { Screen, ScreenModule } from '#kit/contract/screen.ts';

/**
 * The router's table in two halves. A player's first load carries the screens that are open to everybody and not the
 * staff's, which are many and come with a log-in: the weight of a player's page does not grow with the back office.
 */
const halves = {
  'virtual:screens/open': (screen: Screen) => screen.audience !== 'staff',
  'virtual:screens/staff': (screen: Screen) => screen.audience === 'staff',
} as const;
type Half = keyof typeof halves;
const isHalf = (id: string): id is Half => Object.hasOwn(halves, id);

/** A screen is declared as `() => import('./web/x.tsx')`. */
export function sourceOf(load: () => unknown): string {
  const source = /import\(\s*['"](\.\/[^'"]+)['"]\s*\)/.exec(load.toString())?.[1];
  if (!source) throw new Error(`a screen must load its page by a literal path, not by ${load.toString()}`);
  return source;
}

/** The text of a screen as the router needs it; its place in the menu and whether it exists come from the server. */
function screenText(screen: Screen, folder: string): string {
  const { menu: _menu, onlyDemo: _onlyDemo, load, children, ...plain } = screen;
  const fields = [
    ...Object.entries(plain)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
    ...(children ? [`children: [${children.map((child) => screenText(child, folder)).join(', ')}]`] : []),
    `load: () => import(${JSON.stringify(join(folder, sourceOf(load)))})`,
  ];
  return `{ ${fields.join(', ')} }`;
}

/** The text of one half; features without a screen in it are left out. */
export function tableText(
  modules: readonly (ScreenModule & { folder: string })[],
  isWanted: (screen: Screen) => boolean,
): string {
  const parts = modules
    .map(({ feature, screens, folder }) => ({ feature, folder, screens: screens.filter(isWanted) }))
    .filter(({ screens }) => screens.length > 0)
    .map(
      ({ feature, folder, screens }) =>
        `{ feature: ${JSON.stringify(feature)}, screens: [${screens.map((screen) => screenText(screen, folder)).join(',\n')}] }`,
    );
  return `export default [\n${parts.join(',\n')}\n];`;
}

export function screenTables(root: string): Plugin {
  const features = join(root, 'features');
  const files = () =>
    readdirSync(features)
      .map((name) => join(features, name, 'screens.ts'))
      .filter((path) => existsSync(path));
  return {
    name: 'screen-tables',
    resolveId: (id) => (isHalf(id) ? `\0${id}` : undefined),
    async load(id) {
      const half = id.slice(1);
      if (!id.startsWith('\0') || !isHalf(half)) return undefined;
      // Node itself reads the declarations; while developing it has to forget the last version.
      const version = this.meta.watchMode ? `?at=${Date.now()}` : '';
      const modules = await Promise.all(
        files().map(async (path) => {
          this.addWatchFile(path);
          const { default: module } = (await import(pathToFileURL(path).href + version)) as {
            default: ScreenModule;
          };
          return { ...module, folder: dirname(path) };
        }),
      );
      return tableText(modules, halves[half]);
    },
  };
}
