import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'rolldown';
import { startupError } from '#kit/server/startup-error.ts';
import { featureFiles } from './discover-features.ts';
import { linesOnly } from './line-map.ts';
import { sourceHash } from './source-hash.ts';
import { sourceRoot } from './source-root.ts';

/** What `npm start` runs; it builds the server where that is needed and becomes it. */
export const startProgram = 'app/server/start.mjs';
/** What Node keeps of what it stripped and compiled; `start.mjs` names it too. */
export const compiledFolder = join(sourceRoot, 'dist/compiled');

const folder = join(sourceRoot, 'dist/server');
const stampFile = join(folder, 'built.json');
const entryName = 'main.js';
const discovery = 'app/server/discover-features.ts';
const discovered = ['feature.ts', 'server/feature.ts', 'demo.ts'];
/** They say how it is built. */
const recipe = ['package.json', 'package-lock.json', 'app/server/server-build.ts', 'app/server/line-map.ts'];

/** Stay in node_modules: native, reading files of their own, or loaded by few servers. `docs/decisions/0044` says which is which. */
const outside = [
  '@alicloud/dysmsapi20170525',
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  '@zxcvbn-ts/language-common',
  'alipay-sdk',
  'pdfkit',
  'pino',
  'sharp',
  'vite',
  'wechatpay-axios-plugin',
];
/** They look for a file beside themselves and do without where it is missing. */
const doesWithout = ['@fastify/swagger/lib/util/read-package-json.js'];
const comments = /\/\*[\s\S]*?\*\//g;
const looksBesideItself = /\b__dirname\b|\b__filename\b|\bimport\.meta\.(url|dirname|filename)\b/;

const keptMs = 3_600_000;

interface Build {
  /** the folder of this build below `folder` */
  name: string;
  /** the sources it was built from */
  sources: string[];
  hash: string;
}

const discoveredFiles = () => discovered.flatMap((file) => featureFiles(file));
/** A feature that is added is in no list yet: the features are asked for again each time. */
const hashOf = (sources: readonly string[]) =>
  sourceHash(new Set([...recipe, ...discoveredFiles(), ...sources]));

function readBuild(): Build | undefined {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8')) as Build;
  } catch {
    return undefined;
  }
}

const entryOf = ({ name }: Build) => join(folder, name, entryName);

function freshBuild(): Build | undefined {
  const build = readBuild();
  return build && existsSync(entryOf(build)) && hashOf(build.sources) === build.hash ? build : undefined;
}

/** The features by name: what is looked for in folders would not be part of the build. */
function namedFeatures(): string {
  const lists = ['declared', 'served', 'demos'].map((name, place) => {
    const files = featureFiles(discovered[place] ?? '');
    const imports = files.map(
      (file, at) => `import ${name}${at} from ${JSON.stringify(join(sourceRoot, file))};`,
    );
    return `${imports.join('\n')}\nconst ${name} = [${files.map((_, at) => `${name}${at}`).join(', ')}];`;
  });
  return `${lists.join('\n')}
    export const discoverFeatures = async () => declared;
    export const discoverServedFeatures = async () => served;
    export const discoverDemoParts = async () => demos.sort((one, other) => one.order - other.order);`;
}

/** `import.meta` of a source goes on meaning the place of the source. */
function atItsPlace(code: string, file: string, target: string): string {
  const path = relative(target, file);
  return code
    .replaceAll('import.meta.url', `new URL(${JSON.stringify(path)}, import.meta.url).href`)
    .replaceAll('import.meta.dirname', `\`\${import.meta.dirname}/${dirname(path)}\``);
}

function serverParts(target: string, sources: Set<string>): Plugin {
  return {
    name: 'server-parts',
    resolveId(source) {
      const isOutside = outside.some((name) => source === name || source.startsWith(`${name}/`));
      // pages are built by Vite; the server reads from a screen's text which one it is, so the text stays as it is
      return isOutside || source.endsWith('.tsx') ? { id: source, external: true } : null;
    },
    load: (id) => (id === join(sourceRoot, discovery) ? namedFeatures() : null),
    transform(code, id) {
      if (id.startsWith('\0')) return null;
      const path = relative(sourceRoot, id);
      if (!path.startsWith('node_modules/')) {
        sources.add(path);
        // every line stays where it was
        return code.includes('import.meta.') ? { code: atItsPlace(code, id, target), map: null } : null;
      }
      if (
        looksBesideItself.test(code.replace(comments, '')) &&
        !doesWithout.some((name) => path.endsWith(name))
      )
        throw new Error(`${path} looks for files beside itself: name its package in \`outside\``);
      return null;
    },
  };
}

/** A folder of its own for each build: others may be starting from one that is there, or building the same. */
async function bundleInto(target: string): Promise<string[]> {
  const sources = new Set<string>();
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: join(sourceRoot, 'app/server/main.ts'),
    platform: 'node',
    cwd: sourceRoot,
    plugins: [serverParts(target, sources)],
  });
  await bundle.write({
    dir: target,
    format: 'esm',
    entryFileNames: entryName,
    comments: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  await bundle.close();
  for (const name of readdirSync(target).filter((file) => file.endsWith('.map'))) {
    const file = join(target, name);
    const map = JSON.parse(readFileSync(file, 'utf8')) as { mappings: string };
    writeFileSync(file, JSON.stringify({ ...map, names: [], mappings: linesOnly(map.mappings) }));
  }
  return [...sources].sort();
}

/** Of builds that nobody starts any more. The folder stays: who starts now writes there later. */
function forgetCompiled(): void {
  if (!existsSync(compiledFolder)) return;
  for (const entry of readdirSync(compiledFolder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) rmSync(join(entry.parentPath, entry.name), { force: true });
}

/** Builds the server in this process, unless it is fresh. */
export async function buildServer(): Promise<void> {
  if (freshBuild()) return;
  const before = readBuild()?.name;
  const startedMs = Date.now();
  const name = `${startedMs}-${process.pid}`;
  const sources = await bundleInto(join(folder, name));
  // somebody may have saved a file meanwhile, and nobody knows which of the two was read: the next start builds again
  const isSure = sources.every((path) => statSync(join(sourceRoot, path)).mtimeMs < startedMs);
  const build: Build = { name, sources, hash: isSure ? hashOf(sources) : '' };
  forgetCompiled();
  const stamp = join(folder, name, 'built.json');
  writeFileSync(stamp, JSON.stringify(build));
  renameSync(stamp, stampFile);
  for (const old of readdirSync(folder).filter((entry) => /^\d+-\d+$/.test(entry))) {
    // the one before may still run, and what is young may be somebody's who builds as well
    const isYoung = startedMs - Number.parseInt(old, 10) < keptMs;
    if (old !== before && !isYoung) rmSync(join(folder, old), { recursive: true, force: true });
  }
}

/** Where the server is, as one file; built first, by a process that ends with its memory, when a source changed. */
export async function ensureServerBuild(say: () => void): Promise<string> {
  const fresh = freshBuild();
  if (fresh) return entryOf(fresh);
  say();
  const child = spawn(process.execPath, [join(sourceRoot, 'scripts/build.ts'), 'server'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  const built = readBuild();
  if (code !== 0 || !built) throw startupError('serverBuildFailed', {});
  return entryOf(built);
}
