import type { Feature } from '#kit/contract/feature.ts';
import { isContract, makesOnlyCalls } from '../web/call-contracts.ts';
import { featureOf, importsOf, placeOf, resolve } from './imports.ts';
import { isTest, type SourceFile } from './source.ts';

/** Packages that would make a player's page heavy: each is there for the staff's side. */
const heavy = /^(@mantine|@tabler|@tanstack|zod|react-router|recharts|dayjs|sm-crypto-v2)(\/|$)/;

/** A screen is declared as `() => import('./player/x.tsx')`. */
const sourceOf = (folder: string, load: () => unknown) => {
  const source = /import\(['"]\.\/([^'"]+)['"]\)/.exec(load.toString())?.[1];
  return source && `${folder}/${source}`;
};

const filledHere = /(\w+): \{\s*rank:[^}]*import\(\s*['"]\.\/([^'"]+)['"]/g;

/** What features put into the places of pages (`slots.ts`), by the module that a page imports for it. */
function fillings(files: readonly SourceFile[]): Map<string, string[]> {
  const byModule = new Map<string, string[]>();
  for (const { path, text } of files) {
    const folder = /^(features\/[^/]+\/[^/]+)\/slots\.ts$/.exec(path)?.[1];
    if (!folder) continue;
    for (const [, name, source] of text.matchAll(filledHere)) {
      const module = `virtual:slots/${name}`;
      byModule.set(module, [...(byModule.get(module) ?? []), `${folder}/${source}`]);
    }
  }
  return byModule;
}

/**
 * What players' screens and the players' kit draw in, however far away, is free of the staff's libraries. Many modules of
 * kit/ui serve both sides (texts, stores, toasts): it is the chain of imports that counts, not the folder.
 */
export function playerWeightProblems(files: readonly SourceFile[], features: readonly Feature[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const filledBy = fillings(files);
  const folderOf = new Map(files.map(({ path }) => [placeOf(path).feature, featureOf(path)]));
  const screens = features.flatMap((feature) =>
    feature.screens
      .filter(({ audience }) => audience === 'player')
      .map(({ path, load }) => ({ path, source: sourceOf(folderOf.get(feature.name) ?? '', load) })),
  );
  const problems = screens
    .filter(({ source }) => !source?.includes('/player/'))
    .map(({ path }) => `screen ${path} is for players: its page belongs in the feature's player folder`);
  const roots = [
    ...files
      .map(({ path }) => path)
      .filter(
        (path) =>
          (path.startsWith('kit/player/') || /^features\/[^/]+\/[^/]+\/player\//.test(path)) && !isTest(path),
      ),
    ...screens.flatMap(({ source }) => source ?? []),
    'app/web/main.tsx',
    'app/web/player/player-shell.tsx',
  ];
  const reached = new Map<string, string | undefined>();
  const waiting = [...new Set(roots)];
  for (const root of waiting) reached.set(root, undefined);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const file = byPath.get(path);
    if (!file) continue;
    for (const specifier of importsOf(file, { dynamic: false })) {
      if (heavy.test(specifier)) problems.push(`${chainTo(path, reached)} imports ${specifier}`);
      const single = resolve(path, specifier);
      for (const target of filledBy.get(specifier) ?? (single ? [single] : [])) {
        // the build answers these with what a call needs, without schemas
        const light = makesOnlyCalls(`/${path}`) && isContract(`/${target}`);
        if (light || reached.has(target)) continue;
        reached.set(target, path);
        waiting.push(target);
      }
    }
  }
  return problems;
}

function chainTo(path: string, reached: ReadonlyMap<string, string | undefined>): string {
  const chain = [path];
  for (let from = reached.get(path); from !== undefined; from = reached.get(from)) chain.unshift(from);
  return chain.join(' → ');
}
