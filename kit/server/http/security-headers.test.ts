import Fastify from 'fastify';
import { expect, it } from 'vitest';
import type { Feature } from '#kit/contract/feature.ts';
import type { Screen } from '#kit/contract/screen.ts';
import { loadConfig } from '../config.ts';
import { mountSecurityHeaders, platformOriginsOf, policyHeaders } from './security-headers.ts';

const screen = (path: Screen['path'], platforms?: Screen['platforms']): Screen => ({
  path,
  title: 'x',
  audience: 'staff',
  depth: 1,
  platforms,
  load: async () => ({ default: () => null }),
});

it('lets in the script of a platform only on pages that ask for it, inside its own browser', async () => {
  const screens = [screen('/ewm', ['wechat']), screen('/pay', ['alipay']), screen('/home')];
  const features = [{ name: 'a', endpoints: {}, screens }] as unknown as Feature[];
  const app = Fastify();
  mountSecurityHeaders(
    app,
    await policyHeaders({ config: loadConfig({}), demo: true }),
    platformOriginsOf(features),
  );
  app.get('/*', async () => 'page');
  const scriptsOf = async (url: string, agent: string) => {
    const { headers } = await app.inject({ url, headers: { 'user-agent': agent } });
    return /script-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
  };
  const wechat = 'Mozilla/5.0 MicroMessenger/8.0.50';
  const alipay = 'Mozilla/5.0 AlipayClient/10.5';
  expect(await scriptsOf('/ewm?for=register', wechat)).toBe("'self' https://res.wx.qq.com");
  expect(await scriptsOf('/pay/', alipay)).toBe("'self' https://gw.alipayobjects.com");
  for (const [url, agent] of [
    ['/ewm', 'Mozilla/5.0'],
    ['/ewm', alipay],
    ['/ewm/x', wechat],
    ['/pay', wechat],
    ['/home', wechat],
    ['/api/ewm', wechat],
  ] as const)
    expect(await scriptsOf(url, agent), `${url} ${agent}`).toBe("'self'");
});

it('lets pictures in from the host of the map tiles, and from no other', async () => {
  const pictures = async (env: Record<string, string>) => {
    const policy = await policyHeaders({ config: loadConfig(env), demo: true });
    return /img-src ([^;]*)/.exec(policy['content-security-policy'] ?? '')?.[1];
  };
  expect(await pictures({})).toBe("'self' data: blob:");
  const url = 'https://tiles.example:8443/map/{z}/{x}/{y}.png';
  expect(await pictures({ MAP_TILES_URL: url })).toBe("'self' data: blob: https://tiles.example:8443");
});
