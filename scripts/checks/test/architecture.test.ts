import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceRoot } from '#app/server/source-root.ts';
import { featureFolders } from '#kit/server/feature-folders.ts';
import { storeys } from '../storeys.ts';

const text = readFileSync(join(sourceRoot, 'ARCHITECTURE.md'), 'utf8');

/** `features/<storey>/<name>` of every line of the table. */
function told(): string[] {
  let storey = '';
  return [...text.matchAll(/^\| ?([a-z]*) \| `([a-z]+)` \| .+ \|$/gm)].map(([, first, name]) => {
    storey = first || storey;
    return `features/${storey}/${name}`;
  });
}

describe('ARCHITECTURE.md', () => {
  it('has one line for every feature, at its storey', () => {
    expect(told().sort()).toEqual(
      featureFolders(sourceRoot)
        .map(({ path }) => path)
        .sort(),
    );
  });

  it('draws every feature at its storey', () => {
    for (const storey of storeys.filter((name) => name !== 'demo')) {
      const line = new RegExp(`^ ${storey} .*$`, 'm').exec(text)?.[0] ?? '';
      const names = line.split(/ {2,}/).slice(2).sort();
      const there = featureFolders(sourceRoot).filter(({ path }) => path.startsWith(`features/${storey}/`));
      expect(names, storey).toEqual(there.map(({ name }) => name));
    }
  });

  it('names no file that is not there', () => {
    const inStoreys = [...text.matchAll(new RegExp(`\`((?:${storeys.join('|')})/[\\w/-]+\\.tsx?)\``, 'g'))];
    const anywhere = [
      ...text.matchAll(/`((?:app|kit|features|scripts|providers|simulators)\/[\w/-]+\.tsx?)`/g),
    ];
    const paths = [...inStoreys.map(([, path]) => `features/${path}`), ...anywhere.map(([, path]) => path)];
    expect(paths.filter((path) => !existsSync(join(sourceRoot, path as string)))).toEqual([]);
  });
});
