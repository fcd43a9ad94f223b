import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceRoot } from './source-root.ts';

/** Of the names and contents of these files; what was built from them is kept until it changes. */
export function sourceHash(paths: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const path of paths) {
    const file = join(sourceRoot, path);
    hash
      .update(path)
      .update('\0')
      // a file that is gone is a change too
      .update(existsSync(file) ? readFileSync(file) : 'gone')
      .update('\0');
  }
  return hash.digest('hex');
}
