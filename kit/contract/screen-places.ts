import type { Screen } from './screen.ts';

/** A screen where it stands: inside which others, and under which addresses. */
export interface PlacedScreen<S> {
  screen: S;
  /** outermost first */
  parents: readonly S[];
  /** its own path first, then every other name it or a parent goes by */
  paths: readonly string[];
}

/** Of a list in which children stand beside their parents: those that are inside no other. */
export function outermostScreens(screens: readonly Screen[]): Screen[] {
  const inside = new Set(screens.flatMap(({ children }) => children ?? []));
  return screens.filter((screen) => !inside.has(screen));
}

/** All screens, those inside others too; a parent's aliases are good for its children. */
export function placeScreens<S extends Pick<Screen, 'path' | 'aliases'> & { children?: readonly S[] }>(
  screens: readonly S[],
  parents: readonly S[] = [],
  parentPaths: readonly string[] = [],
): PlacedScreen<S>[] {
  return screens.flatMap((screen) => {
    const parent = parents.at(-1)?.path;
    const inside = parent && screen.path.startsWith(parent) ? screen.path.slice(parent.length) : undefined;
    const paths = [
      ...new Set([
        screen.path,
        ...(inside ? parentPaths.map((path) => path + inside) : []),
        ...(screen.aliases ?? []),
      ]),
    ];
    return [{ screen, parents, paths }, ...placeScreens(screen.children ?? [], [...parents, screen], paths)];
  });
}

/** What is wrong with how screens stand inside each other. */
export const nestingProblems = (screens: readonly Screen[]): string[] =>
  screens.flatMap((screen) => [
    ...(screen.children ?? []).flatMap((child) => [
      ...(child.path.startsWith(`${screen.path}/`)
        ? []
        : [`screen ${child.path} stands inside ${screen.path} and does not begin with it`]),
      ...(child.audience === screen.audience
        ? []
        : [`screen ${child.path} is for others than ${screen.path}, inside which it stands`]),
    ]),
    ...nestingProblems(screen.children ?? []),
  ]);
