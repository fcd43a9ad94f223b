import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createClient } from '../client.ts';
import { defineEndpoint } from '../endpoint.ts';

const endpoint = (path: `/${string}`, lets?: 'coins') =>
  defineEndpoint({
    method: 'POST',
    path,
    access: 'session',
    summary: 'x',
    ...(lets && { lets }),
    input: z.object({ on: z.boolean().optional(), requestId: z.string().optional() }),
    output: z.object({}),
  });
const turn = endpoint('/switch');
const give = endpoint('/give', 'coins');
const list = defineEndpoint({ ...turn, method: 'GET', path: '/list', changes: false });

/** A client whose network does what it is told, call by call, and the ids it sent. */
function clientOn(...network: ('ok' | 'lost' | 'broken' | 'refused')[]) {
  const ids: (string | null)[] = [];
  const client = createClient({
    baseUrl: '',
    language: () => 'en-us',
    token: async () => undefined,
    fetch: vi.fn(async (_url: string, init: RequestInit) => {
      ids.push(new Headers(init.headers).get('idempotency-key'));
      const next = network.shift() ?? 'ok';
      if (next === 'lost') throw new TypeError('fetch failed');
      const status = { ok: 200, broken: 502, refused: 400 }[next];
      return new Response(JSON.stringify({ code: status, data: {} }), { status });
    }) as unknown as typeof fetch,
  });
  const call = (of: typeof turn, input = {}, requestId?: string) =>
    client.call(of, input, { requestId }).catch(() => undefined);
  return { call, ids };
}

it('every writing call carries an id of its own, a reading one none', async () => {
  const { call, ids } = clientOn();
  for (const of of [turn, turn, list as typeof turn]) await call(of);
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(ids[1]).not.toBe(ids[0]);
  expect(ids[2]).toBeNull();
});

it('a call whose answer was lost keeps its id for the next one like it', async () => {
  const { call, ids } = clientOn('lost', 'broken', 'ok', 'ok');
  for (let time = 0; time < 4; time++) await call(turn, { on: true });
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).toBe(ids[0]);
  expect(ids[3]).not.toBe(ids[0]);
});

it('another input is another wish, and what was refused is over', async () => {
  const { call, ids } = clientOn('lost', 'lost', 'refused');
  await call(turn, { on: true });
  await call(turn, { on: false });
  await call(turn, { on: true });
  await call(turn, { on: true });
  expect(ids[1]).not.toBe(ids[0]);
  expect(ids[2]).toBe(ids[0]);
  expect(ids[3]).not.toBe(ids[0]);
});

it('on, off and on again are three wishes, but coins asked for stay asked for', async () => {
  const { call, ids } = clientOn('lost', 'lost', 'ok');
  await call(turn, { on: true });
  await call(give);
  await call(turn, { on: false });
  await call(turn, { on: true });
  await call(give);
  expect(ids[3]).not.toBe(ids[0]);
  expect(ids[4]).toBe(ids[1]);
});

it('an id that the caller keeps is sent as it is', async () => {
  const { call, ids } = clientOn();
  await call(turn, {}, 'of the form');
  await call(turn, { requestId: 'in the input' });
  expect(ids).toEqual(['of the form', 'in the input']);
});
