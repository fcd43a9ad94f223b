/** Addresses that a caller names and the server or another browser would follow. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { accountsContract } from '#features/base/accounts/contract.ts';
import { contentContract } from '#features/base/content/contract.ts';
import { partnersContract } from '#features/base/partners/contract.ts';
import { sitesContract } from '#features/base/sites/contract.ts';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { demoId } from '#kit/server/demo.ts';
import { type DemoUser, startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { endpointsOf, send, userFor } from './endpoint-calls.ts';

let server: TestServer;
let endpoints: [string, AnyEndpoint][];
const tokens = new Map<DemoUser, string>();

beforeAll(async () => {
  server = await startTestServer();
  endpoints = endpointsOf(server);
  for (const user of ['admin', 'agent', 'merchant', 'clerk'] as const)
    tokens.set(user, (await server.login(user)).access_token);
});
afterAll(() => server.close());

const bearer = (user: DemoUser) => ({ 'blade-auth': `bearer ${tokens.get(user)}` });
const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });

describe('addresses that a caller names', () => {
  let trap: Server;
  let trapUrl: string;
  const trapped: string[] = [];
  beforeAll(async () => {
    // Stands for a machine inside the operator's network that a caller would like to reach through us.
    trap = createServer((request, response) => {
      trapped.push(request.url ?? '');
      response.end('{"status":0,"message":"trapped"}');
    });
    await new Promise<void>((done) => trap.listen(0, '127.0.0.1', done));
    trapUrl = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((done) => trap.close(done)));

  const foreign = () => [
    `${trapUrl}/picture.png`,
    'https://evil.example/track.png',
    '//evil.example/track.png',
    '\\\\evil.example\\track.png',
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    '/files/../secrets.json',
    '/files/%2e%2e/secrets.json',
    '/files//evil.example/x.png',
    '/api/blade-auth/oauth/logout',
    ' /files/100002/202611/abcd.png',
  ];

  it('never take the map call anywhere but to the map provider', async () => {
    const host = encodeURIComponent(trapUrl);
    const urls = [
      `/map/ws/geocoder/v1?address=x&baseUrl=${host}&host=${host}&url=${host}&callback=${host}&output=jsonp`,
      `/map/ws/geocoder/v1?address=${host}&region=${host}`,
      `/map/ws/geocoder/v1?location=${host}`,
      `/map/ws/place/v1/search?keyword=${host}&boundary=${host}`,
      `/map/ws/place/v1/explore?boundary=nearby(1,1,1)%26x%3D${host}`,
      `/map/${host}`,
      `/map/${trapUrl}`,
      `/map/ws/place/v1/../../../${host}`,
      `/map/ws/place/v1/detail?id=1`,
      `/map/ws/%2e%2e/%2e%2e/${host}`,
      `/map//127.0.0.1:${new URL(trapUrl).port}/ws/geocoder/v1?address=x`,
    ];
    for (const url of urls) {
      const answer = await get(url, bearer('merchant'));
      expect([url, answer.statusCode < 500]).toEqual([url, true]);
      expect(answer.body).not.toContain('trapped');
    }
    expect(trapped).toEqual([]);
  });

  it('never take an export anywhere but to a list call of this server', async () => {
    const columns = encodeURIComponent(JSON.stringify([{ key: 'name', label: 'name' }]));
    const paths = [
      trapUrl,
      `//127.0.0.1:${new URL(trapUrl).port}/`,
      '/api/blade-field/field/list/../../../metrics',
      '/metrics',
      '/api/blade-auth/oauth/logout',
      '/api/blade-user/info',
      partnersContract.listTenants.path,
      contentContract.pageArticles.path,
    ];
    for (const path of paths) {
      const url = `/api/export?format=csv&columns=${columns}&path=${encodeURIComponent(path)}`;
      const { statusCode } = await get(url, bearer('merchant'));
      expect([path, statusCode].join(' ')).toMatch(/ (400|403|404)$/);
    }
    expect(trapped).toEqual([]);
  });

  it('are refused in every field that keeps the address of an uploaded file', () => {
    const kinds = ['picture', 'pictures', 'file', 'video', 'qr'];
    const names = /^(avatar|photo|cover|video|qr|image|picture|icon|logo|file|link)s?$/i;
    const found: string[] = [];
    for (const [name, endpoint] of endpoints) {
      for (const [field, schema] of Object.entries((endpoint.input as z.ZodObject).shape)) {
        const kind = metaOf(schema as z.ZodType).field;
        if (!kinds.includes(String(kind)) && !names.test(field)) continue;
        found.push(`${name}.${field}`);
        for (const url of foreign()) {
          // a message may lead to a page of our own, so a path that is no upload is allowed there and only there
          if (field === 'link' && /^\s*\/(?!\/)/.test(url)) continue;
          const accepted = (schema as z.ZodType).safeParse(url).success;
          expect([name, field, url, accepted]).toEqual([name, field, url, false]);
        }
      }
    }
    expect(found).toEqual(
      expect.arrayContaining([
        'accounts.updateProfile.avatar',
        'partners.saveServiceContact.qr',
        'sites.createSite.photo',
        'content.submitArticle.cover',
      ]),
    );
  });

  it('are refused by the calls themselves, and nothing is fetched or kept', async () => {
    const article = {
      kind: 'news',
      slug: 'trap',
      category: 'start',
      titleZh: '题',
      titleEn: 'Title',
      summaryZh: '',
      summaryEn: '',
      bodyZh: '文',
      bodyEn: 'Text',
    };
    for (const url of foreign()) {
      const calls: [AnyEndpoint, Record<string, unknown>][] = [
        [accountsContract.updateProfile, { avatar: url }],
        [partnersContract.saveServiceContact, { phone: '', qr: url }],
        [sitesContract.updateSite, { id: demoId('site:merchant:1'), photo: url }],
        [contentContract.submitArticle, { ...article, cover: url }],
        [contentContract.saveHelpContact, { qr: url }],
      ];
      for (const [endpoint, input] of calls) {
        const answer = await send(server, endpoint, input, { token: tokens.get(userFor(endpoint)) });
        expect([endpoint.path, url, answer.status]).toEqual([endpoint.path, url, 400]);
      }
    }
    expect(trapped).toEqual([]);
  });
});

function metaOf(schema: z.ZodType): Record<string, unknown> {
  const own = schema.meta?.();
  const inner = (schema._zod.def as unknown as { innerType?: z.ZodType }).innerType;
  return own?.field || !inner ? (own ?? {}) : metaOf(inner);
}
