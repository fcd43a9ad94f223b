import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Feature } from '#kit/contract/feature.ts';
import type { ServedFeature } from '#kit/server/context.ts';
import type { DemoPart } from '#kit/server/demo.ts';
import { sourceRoot } from './source-root.ts';

async function importDefaults<T>(file: string): Promise<T[]> {
  const folder = join(sourceRoot, 'features');
  const paths = readdirSync(folder)
    .sort()
    .map((name) => join(folder, name, file))
    .filter((path) => existsSync(path));
  return Promise.all(
    paths.map(async (path) => ((await import(pathToFileURL(path).href)) as { default: T }).default),
  );
}

/** A feature is a folder: being there is all it takes to be served. */
export const discoverFeatures = () => importDefaults<Feature>('feature.ts');
export const discoverServedFeatures = () => importDefaults<ServedFeature>('server/feature.ts');
export const discoverDemoParts = async () =>
  (await importDefaults<DemoPart>('demo.ts')).sort((a, b) => a.order - b.order);
