import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export interface FeatureFolder {
  /** also the namespace of its texts */
  name: string;
  /** from the root of the checkout: `features/selling/orders` */
  path: string;
}

const foldersIn = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** A feature is a folder on a storey with a `feature.ts`. In the order of their names. */
export function featureFolders(root: string): FeatureFolder[] {
  const features = join(root, 'features');
  return foldersIn(features)
    .flatMap((storey) =>
      foldersIn(join(features, storey)).map((name) => ({ name, path: `features/${storey}/${name}` })),
    )
    .filter(({ path }) => existsSync(join(root, path, 'feature.ts')))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
