import { expect, it } from 'vitest';
import { z } from 'zod';
import { createClient } from '../client.ts';
import { type Access, defineEndpoint, permit } from '../endpoint.ts';

const endpoint = (access: Access) =>
  defineEndpoint({
    method: 'GET',
    path: '/api/thing',
    access,
    summary: '',
    input: z.object({}),
    output: z.object({}),
  });
const [open, player, session, right] = [
  endpoint('public'),
  endpoint('player'),
  endpoint('session'),
  endpoint(permit('things.view')),
];

function clientOf(serves: 'staff' | 'player') {
  const sent: (string | null)[] = [];
  const client = createClient({
    baseUrl: '',
    serves,
    language: () => 'en-us',
    token: async () => `${serves}-token`,
    fetch: (async (_: unknown, init?: RequestInit) => {
      sent.push(new Headers(init?.headers).get('blade-auth'));
      return Response.json({ code: 200, data: {} });
    }) as typeof fetch,
  });
  return { client, sent };
}

it("a player's call never leaves with a staff token", async () => {
  const { client, sent } = clientOf('staff');
  await expect(client.call(player, {})).rejects.toThrow('/api/thing');
  expect(sent).toEqual([]);
  for (const own of [open, session, right]) await client.call(own, {});
  expect(sent).toEqual(Array(3).fill('bearer staff-token'));
});

it("a staff call never leaves with a player's token", async () => {
  const { client, sent } = clientOf('player');
  await expect(client.call(session, {})).rejects.toThrow('/api/thing');
  await expect(client.call(right, {})).rejects.toThrow('/api/thing');
  expect(sent).toEqual([]);
  for (const own of [open, player]) await client.call(own, {});
  expect(sent).toEqual(Array(2).fill('bearer player-token'));
});
