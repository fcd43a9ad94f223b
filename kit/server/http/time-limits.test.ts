import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limitBodies, type TimeLimits, timeOptions } from './time-limits.ts';

const limits: TimeLimits = { headersMs: 100, bodyMs: 100, requestMs: 60_000, idleMs: 5_000, lookMs: 20 };
const never = 10_000_000;

let app: FastifyInstance;
const sockets: Socket[] = [];
async function serve(own: Partial<TimeLimits>): Promise<void> {
  const all = { ...limits, ...own };
  app = Fastify({ ...timeOptions(all), forceCloseConnections: true });
  limitBodies(app, all);
  app.post('/call', async ({ body }) => body);
  app.post('/upload', { config: { longBody: true } }, async ({ body }) => body);
  await app.listen({ port: 0, host: '127.0.0.1' });
}
beforeEach(() => {
  sockets.length = 0;
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await app.close();
});

/** Everything the server says until it closes the connection. */
async function say(words: string): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk.toString();
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(words);
  return { socket, answer: once(socket, 'close').then(() => heard) };
}
const head = (path: string) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: 9\r\n\r\n`;

describe('a request that does not go on is ended', () => {
  it('in the middle of its head', async () => {
    await serve({ idleMs: never });
    const { answer } = await say('POST /call HTTP/1.1\r\nhost: x\r\nx-slow: ');
    expect(await answer).not.toContain('200 OK');
  });

  it('in the middle of the body of a call, also when a byte comes now and then', async () => {
    await serve({ idleMs: never, requestMs: never });
    const { socket, answer } = await say(head('/call'));
    const drip = setInterval(() => socket.write(' '), 40);
    expect(await answer).not.toContain('200 OK');
    clearInterval(drip);
  });

  it('in the middle of an upload, when nothing comes any more', async () => {
    await serve({ idleMs: 100, requestMs: never });
    const { answer } = await say(`${head('/upload')}{"a"`);
    expect(await answer).not.toContain('200 OK');
  });

  it('and a connection that never says anything', async () => {
    await serve({ idleMs: 100 });
    expect(await (await say('')).answer).not.toContain('200 OK');
  });
});

it('an upload that is slow and goes on is taken', async () => {
  await serve({});
  const { socket, answer } = await say(`${head('/upload')}{"a"`);
  for (const rest of [':', '"b"', '}']) {
    await sleep(limits.bodyMs);
    socket.write(rest);
  }
  expect(await answer).toContain('200 OK');
});

it('an ordinary call is answered', async () => {
  await serve({});
  const { answer } = await say(`${head('/call')}{"a":"b"}`);
  expect(await answer).toContain('{"a":"b"}');
});
