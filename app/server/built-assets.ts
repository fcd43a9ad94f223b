import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** A worker takes the policy of its own file. The one that reads codes runs WebAssembly, which pages may not. */
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
const isCodeReader = (name: string): boolean => name.startsWith('read-codes-worker-');

/** Best first; web-build.ts writes both beside every file that gains by it. */
const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

interface Answer {
  body: Buffer;
  encoding?: string;
}

/**
 * The hashed files of the build. They are immutable, so each is read once and then answered from memory: a page asks for
 * a dozen at the same moment, and a dozen times looking into a folder is what its visitor would wait for.
 */
export function mountAssets(app: FastifyInstance, folder: string, unwanted: readonly string[]): void {
  const names = new Set(readdirSync(folder).filter((name) => extname(name) in types));
  const answers = new Map<string, Promise<Answer>>();

  async function read(name: string, accepted: string): Promise<Answer> {
    for (const { name: encoding, ending } of encodings) {
      const path = join(folder, name + ending);
      if (accepted.includes(encoding) && existsSync(path)) return { body: await readFile(path), encoding };
    }
    return { body: await readFile(join(folder, name)) };
  }

  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params;
    if (!names.has(name)) return reply.callNotFound();
    const asked = request.headers['accept-encoding'] ?? '';
    const accepted = encodings.filter((encoding) => asked.includes(encoding.name)).map((each) => each.name);
    const key = `${name} ${accepted.join()}`;
    const known = answers.get(key) ?? read(name, accepted.join());
    answers.set(key, known);
    const { body, encoding } = await known.catch((error: unknown) => {
      answers.delete(key);
      throw error;
    });
    // Rules for documents say nothing about scripts and styles; a page of many files would carry them many times.
    for (const header of unwanted) reply.removeHeader(header);
    if (isCodeReader(name)) reply.header('content-security-policy', workerPolicy);
    if (encoding) reply.header('content-encoding', encoding);
    return reply
      .type(types[extname(name)]!)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept-encoding')
      .send(body);
  });
}
