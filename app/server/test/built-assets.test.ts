import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mountAssets } from '../built-assets.ts';

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coinyard-assets-'));
  const files = {
    'core-1.js': 'plain',
    'core-1.js.br': 'brotli',
    'core-1.js.gz': 'gzip',
    'tiny-1.css': 'a{}',
    'read-codes-worker-1.js': 'reads',
    'zxing_reader-1.wasm': 'wasm',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  app = Fastify();
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-frame-options', 'DENY').header('content-security-policy', "script-src 'self'");
  });
  mountAssets(app, folder, ['x-frame-options', 'content-security-policy']);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const ask = (name: string, encodings?: string) =>
  app.inject({
    url: `/assets/${name}`,
    headers: encodings === undefined ? {} : { 'accept-encoding': encodings },
  });

test.each([
  ['gzip, deflate, br, zstd', 'brotli', 'br'],
  ['gzip, deflate', 'gzip', 'gzip'],
  ['', 'plain', undefined],
  [undefined, 'plain', undefined],
])('who accepts %s gets %s', async (accepted, body, encoding) => {
  // the second time from memory
  for (let time = 0; time < 2; time += 1) {
    const answer = await ask('core-1.js', accepted);
    expect(answer.body).toBe(body);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers).toMatchObject({ 'cache-control': expect.stringContaining('immutable') as string });
    expect(answer.headers['content-type']).toMatch(/^text\/javascript/);
    expect(answer.headers['x-frame-options']).toBeUndefined();
  }
});

test('a file too small to gain by it is sent as it is', async () => {
  const answer = await ask('tiny-1.css', 'br');
  expect([answer.body, answer.headers['content-encoding']]).toEqual(['a{}', undefined]);
});

test('WebAssembly is sent as such, and runs in the worker that reads codes and nowhere else', async () => {
  expect((await ask('zxing_reader-1.wasm')).headers['content-type']).toBe('application/wasm');
  const policyOf = async (name: string) => (await ask(name)).headers['content-security-policy'];
  expect(await policyOf('read-codes-worker-1.js')).toMatch(/default-src 'none'.*'wasm-unsafe-eval'/);
  expect(await policyOf('core-1.js')).toBeUndefined();
});

test.each(['core-2.js', 'core-1.js.br', '..%2fpackage.json', '%2e%2e'])(
  'nothing else is there: %s',
  async (name) => {
    expect((await ask(name)).statusCode).toBe(404);
  },
);
