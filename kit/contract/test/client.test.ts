import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { CallError, createClient, queryKey } from '../client.ts';
import { defineEndpoint } from '../endpoint.ts';

const get = defineEndpoint({
  method: 'GET',
  path: '/thing/:id',
  access: 'session',
  summary: 'x',
  input: z.object({ id: z.string(), tags: z.array(z.string()).optional(), q: z.string().optional() }),
  output: z.object({ name: z.string() }),
});

function clientWith(answer: () => Response | Promise<Response>) {
  const calls: { url: string; init: RequestInit }[] = [];
  const onUnauthorized = vi.fn();
  const client = createClient({
    baseUrl: '',
    language: () => 'en-us',
    token: async () => 't0k',
    onUnauthorized,
    fetch: (async (url: string, init: RequestInit) => {
      calls.push({ url, init });
      return answer();
    }) as typeof fetch,
  });
  return { client, calls, onUnauthorized };
}
const reply = (status: number, body: unknown) => () => new Response(JSON.stringify(body), { status });

it('puts path and query parameters in their places and sends token and language', async () => {
  const { client, calls } = clientWith(reply(200, { code: 200, data: { name: 'n' } }));
  expect(await client.call(get, { id: 'a/b', tags: ['x', 'y'] })).toEqual({ name: 'n' });
  expect(calls[0]?.url).toBe('/thing/a%2Fb?tags=x%2Cy');
  const headers = calls[0]?.init.headers as Headers;
  expect([headers.get('blade-auth'), headers.get('accept-language')]).toEqual(['bearer t0k', 'en-us']);
});

it('turns a refusal into an error with the server’s words and fields', async () => {
  const issues = [{ path: 'q', key: 'kit:validation.required', message: 'Required' }];
  const { client } = clientWith(reply(400, { code: 400, msg: 'Bad', error: { key: 'k', issues } }));
  const error = await client.call(get, { id: '1' }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(CallError);
  expect(error).toMatchObject({ message: 'Bad', status: 400, key: 'k', issues });
});

it('reports an ended session once per refused call', async () => {
  const { client, onUnauthorized } = clientWith(reply(401, { code: 401, msg: 'x' }));
  await client.call(get, { id: '1' }).catch(() => {});
  expect(onUnauthorized).toHaveBeenCalledTimes(1);
});

it('says that the network failed when nothing answers', async () => {
  const { client } = clientWith(() => Promise.reject(new TypeError('fetch failed')));
  await expect(client.call(get, { id: '1' })).rejects.toMatchObject({ key: 'kit:error.network' });
});

it('shares a key prefix among all calls of one endpoint', () => {
  expect(queryKey(get)).toEqual(queryKey(get, { id: '1' }).slice(0, 1));
});
