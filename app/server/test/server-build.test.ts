import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { patient } from '#kit/server/testing/speed.ts';
import { linesOnly } from '../line-map.ts';
import { buildServer, ensureServerBuild } from '../server-build.ts';
import { sourceRoot } from '../source-root.ts';

let entry = '';
let code = '';

beforeAll(async () => {
  // other tests of a run start servers, so that it is built sooner or later anyway
  await buildServer();
  entry = await ensureServerBuild(() => {
    throw new Error('it was built a moment ago');
  });
  code = readFileSync(entry, 'utf8');
}, patient(300_000));

const place = (text: string, part: string) => {
  const at = text.indexOf(part);
  expect(at, part).toBeGreaterThan(-1);
  const before = text.slice(0, at).split('\n');
  return { line: before.length - 1, column: before.at(-1)?.length ?? 0 };
};

it('a line of the built server leads to its line in the sources', () => {
  const map = new SourceMap(JSON.parse(readFileSync(`${entry}.map`, 'utf8')) as SourceMapPayload);
  for (const [file, part] of [
    ['app/server/start-memory.ts', 'function returnStartMemory'],
    ['kit/server/migrate.ts', 'function readMigrations'],
  ] as const) {
    const built = place(code, part);
    const found = map.findEntry(built.line, built.column);
    expect('originalSource' in found && resolve(dirname(entry), found.originalSource)).toBe(
      join(sourceRoot, file),
    );
    expect('originalLine' in found && found.originalLine).toBe(
      place(readFileSync(join(sourceRoot, file), 'utf8'), part).line,
    );
  }
});

it('a source goes on finding what lies beside it, wherever the checkout is', () => {
  expect(code).not.toContain(sourceRoot);
  const found = [...code.matchAll(/new URL\("([^"]+\.ts)", import\.meta\.url\)/g)].map(([, path = '']) =>
    resolve(dirname(entry), path),
  );
  expect(found).toContain(join(sourceRoot, 'app/server/source-root.ts'));
});

it('a screen goes on telling which page it loads', () => {
  expect(code).toMatch(/import\("\.\/web\/login\.tsx"\)/);
});

it('of a source map only the beginnings of lines are kept', () => {
  // two places of line 1, then line 2 of the source in the same line; a second line leads to another file
  const thinned = linesOnly('AAAA,IAAI,QACA;ACDA,CAAC');
  expect(thinned).toBe('AAAA,YACI;ACDA');
  const map = new SourceMap({
    version: 3,
    file: 'built.js',
    sources: ['one.ts', 'other.ts'],
    sourcesContent: [],
    names: [],
    mappings: thinned,
    sourceRoot: '',
  });
  expect(map.findEntry(0, 13)).toMatchObject({ originalSource: 'one.ts', originalLine: 1 });
  expect(map.findEntry(1, 5)).toMatchObject({ originalSource: 'other.ts', originalLine: 0 });
});
