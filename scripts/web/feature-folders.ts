import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { featureFolders } from '#kit/server/feature-folders.ts';

/** The folders of the features that have this file. */
export const foldersWith = (root: string, file: string): string[] =>
  featureFolders(root)
    .map(({ path }) => join(root, path))
    .filter((folder) => existsSync(join(folder, file)));

/** Node itself reads a declaration; while developing it has to forget the last version. */
export const readDeclaration = async <T>(folder: string, file: string, version: string): Promise<T> =>
  (await import(pathToFileURL(join(folder, file)).href + version)) as T;

/** Something is declared to be fetched as `() => import('./web/x.tsx')`. */
export function sourceOf(load: () => unknown): string {
  const source = /import\(\s*['"](\.\/[^'"]+)['"]\s*\)/.exec(load.toString())?.[1];
  if (!source) throw new Error(`what is loaded must be named by a literal path, not by ${load.toString()}`);
  return source;
}
