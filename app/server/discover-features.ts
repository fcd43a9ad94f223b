import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Feature } from '#kit/contract/feature.ts';
import type { ServedFeature } from '#kit/server/context.ts';
import type { DemoPart } from '#kit/server/demo.ts';
import { featureFolders } from '#kit/server/feature-folders.ts';
import { sourceRoot } from './source-root.ts';

/** This file of every feature that has one, below the checkout. */
export const featureFiles = (file: string): string[] =>
  featureFolders(sourceRoot)
    .map(({ path }) => `${path}/${file}`)
    .filter((path) => existsSync(join(sourceRoot, path)));

const importDefaults = <T>(file: string): Promise<T[]> =>
  Promise.all(
    featureFiles(file).map(
      async (path) => ((await import(pathToFileURL(join(sourceRoot, path)).href)) as { default: T }).default,
    ),
  );

/** Being there is all a feature needs to be served. A built server names them instead (`server-build.ts`). */
export const discoverFeatures = () => importDefaults<Feature>('feature.ts');
export const discoverServedFeatures = () => importDefaults<ServedFeature>('server/feature.ts');
export const discoverDemoParts = async () =>
  (await importDefaults<DemoPart>('demo.ts')).sort((a, b) => a.order - b.order);
