import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { jsonSender } from './json-answer.ts';

const send = jsonSender({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
const body = JSON.stringify({ msg: '操作成功' });

async function answer(path: '/plain' | '/with-header' | '/with-status', method: 'GET' | 'HEAD' = 'GET') {
  const app = Fastify();
  app.get('/plain', async (_request, reply) => send(reply, body));
  app.get('/with-header', async (_request, reply) => send(reply.header('x-ratelimit-limit', '5'), body));
  app.get('/with-status', async (_request, reply) => send(reply.code(202), body));
  let seen = 0;
  app.addHook('onResponse', (_request, _reply, done) => {
    seen += 1;
    done();
  });
  const response = await app.inject({ method, url: path });
  await app.close();
  return { response, seen };
}

describe('a JSON answer', () => {
  it.each(['/plain', '/with-header', '/with-status'] as const)(
    'carries policy, type, length and every sign of its text: %s',
    async (path) => {
      const { response } = await answer(path);
      expect(response.json()).toEqual({ msg: '操作成功' });
      expect(response.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-type': 'application/json; charset=utf-8',
      });
      expect(Number(response.headers['content-length'])).toBe(Buffer.byteLength(body));
    },
  );

  it('keeps headers and status that others gave it', async () => {
    expect((await answer('/with-header')).response.headers['x-ratelimit-limit']).toBe('5');
    expect((await answer('/with-status')).response.statusCode).toBe(202);
  });

  it('is seen by the hooks that measure it', async () => {
    expect((await answer('/plain')).seen).toBe(1);
  });

  it('has no body when only its head is asked for', async () => {
    const { response } = await answer('/plain', 'HEAD');
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe('');
  });
});
