import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { proxyTrust } from './proxies.ts';

async function addressOf(proxies: number, forwarded?: string): Promise<string> {
  const app = Fastify({ trustProxy: proxyTrust(proxies) });
  app.get('/', async ({ ip }) => ip);
  const { body } = await app.inject({
    url: '/',
    remoteAddress: '10.0.0.1',
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  });
  await app.close();
  return body;
}

it.each([
  ['without a proxy nothing is believed', 0, '203.0.113.9', '10.0.0.1'],
  ['one proxy names the caller', 1, '203.0.113.9', '203.0.113.9'],
  [
    'what the caller invented stands further left',
    1,
    '198.51.100.1, 198.51.100.2, 203.0.113.9',
    '203.0.113.9',
  ],
  [
    'two proxies: the right entry is the first of them',
    2,
    '198.51.100.1, 203.0.113.9, 10.0.0.2',
    '203.0.113.9',
  ],
  ['a caller who slipped past the outer one names nobody else', 2, '203.0.113.9', '203.0.113.9'],
  ['a proxy that says nothing is the caller itself', 1, undefined, '10.0.0.1'],
] as const)('%s', async (_what, proxies, forwarded, address) => {
  expect(await addressOf(proxies, forwarded)).toBe(address);
});
