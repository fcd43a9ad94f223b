import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { startupError } from '#kit/server/startup-error.ts';
import { sourceHash } from './source-hash.ts';
import { sourceRoot } from './source-root.ts';

export const webFolder = join(sourceRoot, 'dist/web');
const stampName = '.source-hash';
const inputs = [
  'app/web',
  'kit/ui',
  'kit/player',
  'kit/tokens',
  'kit/drawings',
  'kit/protocol',
  'kit/pages',
  'kit/contract',
  'kit/kernel',
  'kit/i18n',
  'kit/i18n-office',
  'features',
  'scripts/web',
];
const inputFiles = ['vite.config.ts', 'package-lock.json'];
const serverOnly = /(^|\/)(server|migrations|test|articles)\/|\.test\.tsx?$|(^|\/)(tables|demo)\.ts$/;

function* sourceFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(join(sourceRoot, folder), { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* sourceFiles(path);
    else if (!serverOnly.test(path)) yield path;
  }
}

const pagesHash = () => sourceHash([...inputFiles, ...inputs.flatMap((folder) => [...sourceFiles(folder)])]);

/** Text assets, and code, are compressed once here instead of at every request. */
export async function compressAssets(folder: string): Promise<void> {
  const toBrotli = promisify(brotliCompress);
  const toGzip = promisify(gzip);
  const assets = join(folder, 'assets');
  const files = readdirSync(assets).filter((name) => /\.(js|css|svg|json|wasm)$/.test(name));
  const compress = async (name: string) => {
    const content = readFileSync(join(assets, name));
    if (content.length < 1024) return;
    const params = {
      // One step below the best, whose last 2 % would double the time this takes.
      [constants.BROTLI_PARAM_QUALITY]: 10,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    writeFileSync(join(assets, `${name}.br`), await toBrotli(content, { params }));
    writeFileSync(join(assets, `${name}.gz`), await toGzip(content, { level: 9 }));
  };
  await Promise.all(files.map(compress));
}

function isFresh(hash: string): boolean {
  const stamp = join(webFolder, stampName);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

/** Builds the pages in this process, unless they are fresh. */
export async function buildWeb(): Promise<void> {
  const hash = pagesHash();
  if (isFresh(hash)) return;
  // Built aside and moved into place whole: a server that is reading the pages, or building too, never meets half of them.
  const fresh = `${webFolder}.${process.pid}`;
  const { build } = await import('vite');
  await build({
    configFile: join(sourceRoot, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir: fresh },
  });
  await compressAssets(fresh);
  writeFileSync(join(fresh, stampName), hash);
  rmSync(webFolder, { recursive: true, force: true });
  try {
    renameSync(fresh, webFolder);
  } catch (error) {
    // Another build of the same sources was faster; its pages are as good as these.
    rmSync(fresh, { recursive: true, force: true });
    if (!isFresh(hash)) throw error;
  }
}

/** Builds in a process of its own when a source changed: a server need not keep the bundler's memory. */
export async function ensureWebBuild(
  say: (line: 'building' | 'built', seconds?: number) => void,
): Promise<void> {
  if (isFresh(pagesHash())) return;
  const startedMs = Date.now();
  say('building');
  const child = spawn(process.execPath, [join(sourceRoot, 'scripts/build.ts'), 'pages'], {
    // The same pages for everybody: with NODE_ENV=test they would carry React's build for developers.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw startupError('webBuildFailed', {});
  say('built', Math.round((Date.now() - startedMs) / 1000));
}
