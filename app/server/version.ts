import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceRoot } from './source-root.ts';

export const { version } = JSON.parse(readFileSync(join(sourceRoot, 'package.json'), 'utf8')) as {
  version: string;
};
