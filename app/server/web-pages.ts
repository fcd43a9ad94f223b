import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Feature } from '#kit/contract/feature.ts';
import type { Screen } from '#kit/contract/screen.ts';
import { outermostScreens, placeScreens } from '#kit/contract/screen-places.ts';
import { parseLanguage } from '#kit/kernel/language.ts';
import { featureFolders } from '#kit/server/feature-folders.ts';
import type { WebPart } from '#kit/server/http/server.ts';
import type { Texts } from '#kit/server/texts.ts';
import { mountAssets } from './built-assets.ts';
import { appConfigElement, earlyAnswer, earlyCall } from './early-answer.ts';
import { descriptionElement, pageOfMenuPath } from './page-facts.ts';
import { sourceRoot } from './source-root.ts';
import { webFolder } from './web-build.ts';

interface ManifestChunk {
  file: string;
  name?: string;
  css?: string[];
  imports?: string[];
}
type Manifest = Record<string, ManifestChunk>;

interface DeclaredScreen {
  feature: string;
  screen: Screen;
  parents: readonly Screen[];
  patterns: readonly RegExp[];
}

const declaredScreens = (features: readonly Feature[]): DeclaredScreen[] =>
  features.flatMap((feature) =>
    placeScreens(outermostScreens(feature.screens)).map(({ screen, parents, paths }) => ({
      feature: feature.name,
      screen,
      parents,
      patterns: paths.map((path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`)),
    })),
  );

const shellOfAudience: Record<Screen['audience'], string> = {
  staff: 'staff/staff-shell.tsx',
  player: 'player/player-shell.tsx',
  anyone: 'entry/entry-shell.tsx',
};

/** Tables of the router that not every page asks for. */
const entryTables = 'entry/entry-tables.ts';
const staffTable = 'virtual:screens/staff';

const folderOf = new Map(featureFolders(sourceRoot).map(({ name, path }) => [name, path]));

/** A screen is declared as `() => import('./web/x.tsx')`; the manifest is keyed by that file. */
function chunkKeys({ feature, screen, parents }: DeclaredScreen, language: string): string[] {
  const sources = [...parents, screen].flatMap(
    ({ load }) => /import\(['"]\.\/([^'"]+)['"]\)/.exec(load.toString())?.[1] ?? [],
  );
  const folder = folderOf.get(feature);
  return [
    shellOfAudience[screen.audience],
    ...sources.map((source) => `../../${folder}/${source}`),
    `../../${folder}/i18n/${language}.json`,
    ...(screen.audience === 'player' ? [] : [`../../kit/i18n-office/${language}.json`]),
  ];
}

/** The page keeps the chosen language in a cookie, so that the first answer already fits it; nothing chosen is Chinese. */
const languageOf = (request: FastifyRequest) =>
  parseLanguage(/(?:^|; )coinyard_lang=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]);

function collect(manifest: Manifest, keys: readonly string[]): { scripts: Set<string>; styles: Set<string> } {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    // dependencies first: the order in which their styles must stand
    for (const inner of chunk.imports ?? []) visit(inner);
    for (const style of chunk.css ?? []) styles.add(style);
  };
  for (const key of keys) visit(key);
  return { scripts, styles };
}

const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/** Serves the built pages. What the asked page needs is named in its head, so the browser fetches it all in one round trip. */
export function builtPages(features: readonly Feature[], texts: Texts, folder = webFolder): WebPart {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;
  const screens = declaredScreens(features);
  // what every page needs stands in the page already
  const isNamed = (file: string) => html.includes(`"/${file}"`);
  // its key begins with the way from wherever the build was started
  const staffKeys = Object.keys(manifest).filter((key) => key.endsWith(staffTable));

  // vite.config.ts puts what every page says into one file for each language
  const sharedTexts = (language: string) =>
    Object.keys(manifest).filter((key) => manifest[key]?.name === `texts-${language}`);

  const screenAt = (path: string) =>
    screens.find(({ patterns }) => patterns.some((pattern) => pattern.test(path)));

  function headFor(found: DeclaredScreen, language: string): string {
    const { scripts, styles } = collect(manifest, [
      ...chunkKeys(found, language),
      ...sharedTexts(language),
      ...(found.screen.audience === 'player' ? [] : [entryTables]),
      ...(found.screen.audience === 'staff' ? staffKeys : []),
    ]);
    const preloads = [...scripts].filter((file) => file.endsWith('.js') && !isNamed(file));
    const sheets = [...styles].filter((file) => !isNamed(file));
    return [
      ...sheets.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
      ...preloads.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ].join('');
  }

  return {
    async mount(app) {
      await app.register(fastifyStatic, {
        root: folder,
        index: false,
        preCompressed: true,
        wildcard: false,
        globIgnore: ['assets/**'],
        setHeaders: (reply) => {
          reply.header('cache-control', 'public, max-age=300');
        },
      });
      mountAssets(app, join(folder, 'assets'), documentHeaders);
    },
    async page(request: FastifyRequest, reply: FastifyReply) {
      const [path = '/', query] = request.url.split('?', 2);
      const language = languageOf(request);
      const found = screenAt(path);
      const meant = found ? undefined : pageOfMenuPath(path, (one) => screenAt(one) !== undefined);
      if (meant) return reply.redirect(query ? `${meant}?${query}` : meant);
      const call = found && earlyCall(features, found.feature, found.screen);
      const head = descriptionElement(texts, language, found) + (found ? headFor(found, language) : '');
      const [config, early] = await Promise.all([
        appConfigElement(request),
        call ? earlyAnswer(call, request, language) : '',
      ]);
      return reply
        .status(found || path === '/' ? 200 : 404)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(html.replace('</head>', () => `${head}${config}${early}</head>`));
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Development: Vite transforms sources on demand behind the same port. */
export async function vitePages(): Promise<WebPart> {
  const { createServer: createVite } = await import('vite');
  const vite = await createVite({
    configFile: join(sourceRoot, 'vite.config.ts'),
    // Live updates of our own use this port's sockets; Vite's get a port that is free.
    server: { middlewareMode: true, hmr: { port: await freePort() } },
    appType: 'custom',
  });
  return {
    async mount(app) {
      app.addHook('onRequest', (request, reply, done) => {
        if (request.url.startsWith('/api/') || (request.headers.accept ?? '').includes('text/html'))
          return done();
        vite.middlewares(request.raw, reply.raw, done);
      });
    },
    async page(request, reply) {
      const source = readFileSync(join(sourceRoot, 'app/web/index.html'), 'utf8');
      return reply.type('text/html; charset=utf-8').send(await vite.transformIndexHtml(request.url, source));
    },
    stop: () => vite.close(),
  };
}
