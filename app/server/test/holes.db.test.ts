/** Holes that systems of this family are known for, at the edge: tokens, parameters, addresses, headers, bodies. */
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { accountsContract } from '#features/base/accounts/contract.ts';
import { issuePlayerToken } from '#features/base/players/server/public.ts';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { demoId } from '#kit/server/demo.ts';
import { type DemoUser, startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { demoPeople } from '#providers/demo-people.ts';
import { endpointsOf, send, userFor } from './endpoint-calls.ts';

let server: TestServer;
let endpoints: [string, AnyEndpoint][];
const tokens = new Map<DemoUser | 'player', string>();

beforeAll(async () => {
  server = await startTestServer();
  endpoints = endpointsOf(server);
  for (const user of ['admin', 'agent', 'merchant', 'clerk'] as const)
    tokens.set(user, (await server.login(user)).access_token);
  const player = { id: demoId(`player:${demoPeople[0]?.openId}`), tokenGeneration: 1 };
  tokens.set('player', await issuePlayerToken(server.services, player));
});
afterAll(() => server.close());

const bearer = (user: DemoUser | 'player') => ({ 'blade-auth': `bearer ${tokens.get(user)}` });
const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });

describe('access tokens', () => {
  const wellKnownKeys = [
    'bladexisapowerfulmicroservicearchitectureupgradedandoptimizedfromacommercialproject',
    'BladeX',
    'bladex_secret',
    'secret',
    'your-256-bit-secret',
    'changeme',
    'coinyard',
    '0'.repeat(32),
    '\0'.repeat(32),
  ];
  const partsOf = (token: string) => {
    const [header = '', payload = '', signature = ''] = token.split('.');
    return { header, payload, signature };
  };
  const asks = (token: string) => get('/api/blade-user/info', { 'blade-auth': `bearer ${token}` });
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it('count when this server signed them, so that the refusals below mean something', async () => {
    expect((await asks(tokens.get('merchant')!)).statusCode).toBe(200);
  });

  it('are void when signed with a well-known key, a public one or the secret on disk itself', async () => {
    const { payload } = partsOf(tokens.get('merchant')!);
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const { tokenSecret, sm2 } = server.services.secrets;
    const keys = [...wellKnownKeys.map((key) => Buffer.from(key)), Buffer.from(sm2.publicKey), tokenSecret];
    for (const key of keys) {
      const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key);
      expect([key.toString(), (await asks(forged)).statusCode]).toEqual([key.toString(), 401]);
    }
  });

  it('are void without a signature, whatever the header calls its algorithm', async () => {
    const { payload, signature } = partsOf(tokens.get('merchant')!);
    for (const alg of ['none', 'None', 'NONE', 'nOnE', '', 'HS512', 'RS256']) {
      const header = encode({ alg, typ: 'JWT' });
      for (const end of ['', signature]) {
        const answer = await asks(`${header}.${payload}.${end}`);
        expect([alg, answer.statusCode]).toEqual([alg, 401]);
      }
    }
  });

  it('are void when a claim was changed under an old signature', async () => {
    const { header, payload, signature } = partsOf(tokens.get('clerk')!);
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const { payload: other } = partsOf(tokens.get('merchant')!);
    const victim = JSON.parse(Buffer.from(other, 'base64url').toString()) as Record<string, unknown>;
    const changed = encode({ ...claims, sub: victim.sub, sid: victim.sid });
    expect((await asks(`${header}.${changed}.${signature}`)).statusCode).toBe(401);
  });

  it('come from the header only: cookies, the address and forms do not log anyone in', async () => {
    const token = tokens.get('merchant')!;
    const attempts = [
      get('/api/blade-user/info', { cookie: `blade-auth=bearer ${token}; access_token=${token}` }),
      get(`/api/blade-user/info?access_token=${token}&Blade-Auth=bearer%20${token}&token=${token}`),
      server.app.inject({
        method: 'POST',
        url: '/api/blade-user/updateUser',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
        payload: `name=x&access_token=${token}`,
      }),
    ];
    for (const attempt of attempts) expect((await attempt).statusCode).toBe(401);
  });
});

describe('calls that are refused', () => {
  it('stand in the log by account and call, without what was sent', async () => {
    const warn = vi.spyOn(server.services.log, 'warn');
    const answer = await get('/api/blade-log/operation/list?account=13800138000', bearer('clerk'));
    expect(answer.statusCode).toBe(403);
    const [told, words] = warn.mock.calls.at(-1)!;
    expect(words).toBe('call refused');
    expect(told).toMatchObject({ userId: expect.any(String), route: '/api/blade-log/operation/list' });
    expect(JSON.stringify(told)).not.toContain('13800138000');
    warn.mockRestore();
  });
});

describe('pages of foreign sites', () => {
  it('can not make a call that changes something: every one of them needs the header', async () => {
    const changing = endpoints.filter(([, endpoint]) => endpoint.changes && endpoint.access !== 'public');
    expect(changing.length).toBeGreaterThan(30);
    for (const [name, endpoint] of changing) {
      const answer = await server.app.inject({
        method: endpoint.method,
        url: endpoint.path,
        headers: { origin: 'https://evil.example', cookie: `blade-auth=bearer ${tokens.get('merchant')}` },
      });
      expect([name, answer.statusCode]).toEqual([name, 401]);
    }
  });

  it('are not let in by CORS, and no answer sets a cookie', async () => {
    const preflight = await server.app.inject({
      method: 'OPTIONS',
      url: '/api/blade-user/info',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'blade-auth',
      },
    });
    const login = await server.app.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/token',
      headers: { origin: 'https://evil.example' },
      query: { grant_type: 'password', username: 'merchant', password: server.encrypt('Demo1234') },
    });
    const info = await get('/api/blade-user/info', { ...bearer('merchant'), origin: 'https://evil.example' });
    expect(login.statusCode).toBe(200);
    for (const answer of [preflight, login, info]) {
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });
});

describe('list calls', () => {
  const given: Record<string, string> = {
    kind: 'news',
    platform: 'douyin',
    campaignId: demoId('campaign:nobody'),
    keyword: 'a',
    id: demoId('user:franchisee'),
    userId: demoId('user:franchisee'),
    equipmentId: demoId('device:CW10001'),
    fieldId: demoId('site:merchant:1'),
    storeId: demoId('stock store:shop'),
    variantId: demoId('good variant:小熊抱枕:0'),
    taskId: demoId('reward-task:signIn'),
    batchId: demoId('voucher-batch:opening'),
  };
  const missingOf = (endpoint: AnyEndpoint) => {
    const parsed = (endpoint.input as z.ZodObject).safeParse({});
    return parsed.success ? [] : [...new Set(parsed.error.issues.map((issue) => String(issue.path[0])))];
  };
  const lists = () =>
    endpoints
      .filter(([, endpoint]) => {
        const { shape } = endpoint.input as z.ZodObject;
        return 'sort' in shape && 'current' in shape;
      })
      .map(([name, endpoint]) => ({
        name,
        endpoint,
        base: new URLSearchParams(missingOf(endpoint).map((field) => [field, given[field] ?? ''])).toString(),
      }));
  const ask = (endpoint: AnyEndpoint, ...query: string[]) =>
    server.app.inject({
      method: endpoint.method,
      url: `${endpoint.path}?${query.filter(Boolean).join('&')}`,
      headers: bearer(endpoint.access === 'player' ? 'player' : userFor(endpoint)),
    });

  it('sort by the names they declare and refuse anything else', async () => {
    const refused = [
      'sort=id%3B--',
      'sort=name%20desc%3B%20drop%20table%20site%3B--',
      'sort=(select%20pg_sleep(1))',
      'sort=createdAt%20limit%200--',
      'sort=password_hash',
      "sort=name'",
      'sort[]=;--&sort=%22',
      'sort=constructor',
      'sort=__proto__',
      'sort=toString',
      'order=asc%3Bselect%201',
      'order=desc%20nulls%20first',
      'current=1%20union%20select%201',
      'size=1%3Bselect%201',
      'size=-1',
      'size=100000000',
      'current=0',
    ];
    expect(lists().length).toBeGreaterThan(10);
    for (const { name, endpoint, base } of lists()) {
      expect([name, (await ask(endpoint, base)).statusCode].join(' ')).toMatch(/ (200|404)$/);
      for (const query of refused) {
        const answer = await ask(endpoint, base, query);
        expect([name, query, answer.statusCode]).toEqual([name, query, 400]);
      }
    }
  });

  it('refuse parameter names that other stacks turn into operators, objects or columns', async () => {
    const strange = [
      'sort[]=name',
      'current[$gt]=1',
      'size[]=1&size[]=2',
      'order[0]=asc',
      "na'me=1",
      'na%22me%22%3B--=1',
      'name);--=1',
      '1%3D1=1',
      'tenant_id=100003',
      'tenantId=100003',
      'params[dataScope]=or%201%3D1',
      '__proto__[sort]=id',
      'constructor[prototype][sort]=id',
      '__proto__.sort=id',
    ];
    // the family's way to sort, what is added against caches, and what is empty: none makes a list larger
    const passedOver = ['descs=password_hash', 'ascs=id%3B--', '_t=1700000000000', 'sort[$gt]='];
    for (const { name, endpoint, base } of lists()) {
      // the platform may look at one organisation's log: there the name is a declared filter
      const names = strange.filter((query) => !(query.split('=')[0]! in endpoint.input.shape));
      const plain = await ask(endpoint, base);
      // a caller who may not ask at all learns nothing of the filters
      const refused = [401, 403].includes(plain.statusCode) ? plain.statusCode : 400;
      for (const query of names) {
        const answer = await ask(endpoint, base, query);
        expect([name, query, answer.statusCode]).toEqual([name, query, refused]);
      }
      for (const query of passedOver) {
        const answer = await ask(endpoint, base, query);
        expect([name, query, answer.statusCode]).toEqual([name, query, plain.statusCode]);
        expect(answer.json().data, `${name} ${query}`).toEqual(plain.json().data);
      }
    }
    expect(({} as Record<string, unknown>).sort).toBeUndefined();
  });
});

describe('answers', () => {
  it('carry the security headers and do not name the software, whatever was asked', async () => {
    const answers = {
      success: await get('/api/blade-user/info', bearer('merchant')),
      refusal: await get('/api/blade-user/info'),
      notFound: await get('/api/nothing-here'),
      reference: await get('/openapi.json'),
      malformed: await server.app.inject({
        method: 'POST',
        url: '/api/blade-user/updateUser',
        headers: { ...bearer('merchant'), 'content-type': 'application/json' },
        payload: '{"name":',
      }),
    };
    for (const [name, { headers }] of Object.entries(answers)) {
      const policy = String(headers['content-security-policy']);
      expect(policy, name).toContain("default-src 'self'");
      expect(policy, name).toMatch(/script-src 'self'(;|$)/);
      expect(policy, name).toContain("object-src 'none'");
      expect(policy, name).toContain("frame-ancestors 'self'");
      expect(headers['x-content-type-options'], name).toBe('nosniff');
      expect(headers['x-frame-options'], name).toBe('SAMEORIGIN');
      expect(headers['referrer-policy'], name).toBeDefined();
      expect(headers['permissions-policy'], name).toMatch(/camera=\(self\).*microphone=\(\)/);
      expect(policy, name).not.toMatch(/connect-src[^;]* wss?:( |;|$)/);
      expect(headers['x-powered-by'], name).toBeUndefined();
      expect(headers.server, name).toBeUndefined();
    }
  });

  it('are kept by nobody on the way, refusals included, unless they are the same for everybody', async () => {
    const kept = async (url: string, headers: Record<string, string> = {}) =>
      (await get(url, headers)).headers['cache-control'];
    expect(await kept('/api/blade-user/info', bearer('merchant'))).toBe('no-store');
    expect(await kept('/api/blade-user/info')).toBe('no-store');
    expect(await kept('/api/nothing-here')).toBe('no-store');
    expect(await kept('/app-config.json')).toBe('no-store');
    const raw = endpoints.filter(([, { answer, method }]) => answer === 'raw' && method === 'GET');
    expect(raw.length).toBeGreaterThan(0);
    for (const [name, { path }] of raw)
      expect(await kept(path.replace(/:\w+/g, '0'), bearer('merchant')), name).toMatch(/no-store|max-age/);
  });

  it('of a defect inside say nothing about the inside', async () => {
    const { raw } = server.services.db;
    await raw`alter table site rename to site_gone`;
    try {
      const answer = await get('/api/blade-field/field/list', {
        ...bearer('merchant'),
        'accept-language': 'en-us',
      });
      expect(answer.statusCode).toBe(500);
      const { msg, ...rest } = answer.json<{ msg: string }>();
      expect(rest).toEqual({ code: 500, success: false, data: {}, error: { key: 'kit:error.internal' } });
      expect(msg).not.toMatch(/site|select|relation|postgres|error:|\bat \//i);
    } finally {
      await raw`alter table site_gone rename to site`;
    }
  });

  it('to bad input name the field and the rule, never a stack, a query or a file', async () => {
    const bodies = await Promise.all(
      endpoints
        .filter(([, endpoint]) => endpoint.answer !== 'raw')
        .map(([, endpoint]) =>
          send(
            server,
            endpoint,
            { id: "'", ids: ["'"], current: 'x' },
            { token: tokens.get(userFor(endpoint)) },
          ),
        ),
    );
    const refusals = bodies.filter(({ status }) => status >= 400);
    expect(refusals.length).toBeGreaterThan(20);
    for (const { body } of refusals)
      expect(body).not.toMatch(/node_modules|\.ts:\d|ZodError|PostgresError|"stack"|\bselect\b.*\bfrom\b/i);
  });
});

describe('bodies', () => {
  const posts = () => endpoints.filter(([, endpoint]) => endpoint.method === 'POST' && !endpoint.multipart);
  const post = (endpoint: AnyEndpoint, payload: string, contentType = 'application/json') =>
    server.app.inject({
      method: 'POST',
      url: endpoint.path,
      headers: { ...bearer(userFor(endpoint)), 'content-type': contentType },
      payload,
    });

  it('that try to reach the prototype of objects are refused or void', async () => {
    const hostile: [string, string?][] = [
      ['{"__proto__":{"polluted":1}}'],
      ['{"constructor":{"prototype":{"polluted":1}}}'],
      ['{"id":{"__proto__":{"polluted":1}}}'],
      ['{"list":[{"__proto__":{"polluted":1}}]}'],
      ['__proto__[polluted]=1&constructor[prototype][polluted]=1', 'application/x-www-form-urlencoded'],
    ];
    for (const [name, endpoint] of posts()) {
      // ending the sessions of this test would only show that the call works
      if (endpoint === accountsContract.logoutEverywhere) continue;
      for (const [payload, type] of hostile) {
        const answer = await post(endpoint, payload, type);
        expect([name, payload, answer.statusCode < 500]).toEqual([name, payload, true]);
      }
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('larger than any form are refused with a clear reason, and deep ones do no harm', async () => {
    const huge = JSON.stringify({ name: 'x'.repeat(2 << 20) });
    const deep = `{"list":${'['.repeat(20_000)}${']'.repeat(20_000)},"id":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const many = new URLSearchParams(
      Array.from({ length: 3_000 }, (_, index): [string, string] => [`field${index}`, 'x']),
    ).toString();
    for (const [name, endpoint] of posts()) {
      if (endpoint === accountsContract.logoutEverywhere) continue;
      const refused = await post(endpoint, huge);
      expect([name, refused.json().error.key]).toEqual([name, 'kit:error.tooLarge']);
      expect([name, (await post(endpoint, deep)).statusCode < 500]).toEqual([name, true]);
      const form = await post(endpoint, many, 'application/x-www-form-urlencoded');
      expect([name, form.statusCode < 500]).toEqual([name, true]);
    }
  });

  it('of other kinds are not guessed at', async () => {
    const payload =
      '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><name>&e;</name>';
    const answer = await post(accountsContract.updateProfile, payload, 'application/xml');
    expect(answer.statusCode).toBe(400);
    expect(answer.body).not.toContain('root:');
  });
});
