import fc from 'fast-check';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountsContract } from '#features/base/accounts/contract.ts';
import { issuePlayerToken } from '#features/base/players/server/public.ts';
import { playerAppContract } from '#features/people/playerapp/contract.ts';
import { type AnyEndpoint, isPermission, type Permission } from '#kit/contract/endpoint.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { type DemoUser, startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { demoPeople } from '#providers/demo-people.ts';
import { fittingInput } from './arbitrary-input.ts';
import { endpointsOf, idsFor, send, tenantRows } from './endpoint-calls.ts';
import { wholeNumbersIn } from './whole-numbers.ts';

let server: TestServer;
let endpoints: [string, AnyEndpoint][];
const users: DemoUser[] = ['admin', 'agent', 'merchant', 'merchant2', 'franchisee', 'clerk'];

beforeAll(async () => {
  server = await startTestServer();
  endpoints = endpointsOf(server);
});
afterAll(() => server.close());

const sampleInput = (endpoint: AnyEndpoint, ids: readonly string[], count: number) =>
  fc.sample(fittingInput(endpoint.input, ids), { numRuns: count, seed: 7 });

const demoPlayer = demoId(`player:${demoPeople[0]!.openId}`);
const someIds = ['0190a000-0000-7000-8000-000000000000'];

describe('every endpoint that is not public', () => {
  it('refuses a call without a token', async () => {
    for (const [name, endpoint] of endpoints) {
      if (endpoint.access === 'public') continue;
      const [input] = sampleInput(endpoint, someIds, 1);
      const answer = await send(server, endpoint, input ?? {});
      expect([name, answer.status]).toEqual([name, 401]);
      expect(JSON.parse(answer.body)).toMatchObject({ code: 401, success: false });
    }
  });

  it('refuses expired, forged, unsigned and malformed tokens', async () => {
    const { access_token } = await server.login('merchant');
    const [, payload] = access_token.split('.');
    const claims = JSON.parse(Buffer.from(payload as string, 'base64url').toString()) as Record<
      string,
      unknown
    >;
    const sign = (secret: Uint8Array, expires: string) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setExpirationTime(expires).sign(secret);
    const unsigned = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`;
    const tokens = {
      expired: await sign(server.services.secrets.tokenSecret, '1 hour ago'),
      forged: await sign(Buffer.from('x'.repeat(32)), '1 hour'),
      // the key this family of systems ships with
      wellKnown: await sign(
        Buffer.from('bladexisapowerfulmicroservicearchitectureupgradedandoptimizedfromacommercialproject'),
        '1 hour',
      ),
      unsigned,
      malformed: 'x.y.z',
    };
    const kinds = Object.entries(tokens);
    // one guard stands before them all: each call meets one kind, and every kind meets hundreds of calls
    for (const [place, [name, endpoint]] of endpoints.entries()) {
      if (endpoint.access === 'public') continue;
      const [input] = sampleInput(endpoint, someIds, 1);
      const [kind, token] = kinds[place % kinds.length]!;
      const answer = await send(server, endpoint, input ?? {}, { token });
      expect([name, kind, answer.status]).toEqual([name, kind, 401]);
    }
  });
});

describe('every endpoint with a permission', () => {
  it.each(users)('answers %s by what the account may do, and nothing else', async (user) => {
    const { access_token: token } = await server.login(user);
    const { userType, realm, permissions } = await (await server.as(user)).call(accountsContract.info, {});
    for (const [name, endpoint] of endpoints) {
      if (!isPermission(endpoint.access) && endpoint.access !== 'player') continue;
      const allowed =
        isPermission(endpoint.access) &&
        (endpoint.access.realms as readonly string[]).includes(realm) &&
        (userType === 2 || permissions.includes(endpoint.access.permission));
      // Input that fits no schema shows what the guard decided and reaches few handlers.
      const answer = await send(server, endpoint, { __none__: 1 }, { token });
      if (allowed) expect([name, answer.status === 403]).toEqual([name, false]);
      else expect([name, answer.status]).toEqual([name, 403]);
      expect(answer.status, name).toBeLessThan(500);
    }
  });
});

describe('numbers of phones, cards and identities', () => {
  const papers = { card: '6222021234567890128', identity: '11010519491231002X' };

  /** What a list is asked when nothing is filtered, and a detail with each of some ids. */
  const plainInputs = (endpoint: AnyEndpoint, ids: readonly string[]) => {
    const tried = sampleInput(endpoint, ids, 2).map((input) => ({
      ...Object.fromEntries(
        Object.entries(input).filter(([name]) => !endpoint.input.shape[name]?.safeParse(undefined).success),
      ),
      ...('size' in endpoint.input.shape ? { size: 100 } : {}),
    }));
    return [...new Map(tried.map((input) => [JSON.stringify(input), input])).values()];
  };

  beforeAll(async () => {
    const { raw } = server.services.db;
    // everybody who is known by an app has been called once
    await raw`update player set phone = '139' || lpad(abs(hashtext(id::text) % 100000000)::text, 8, '0') where phone is null`;
    const player = await server.asPlayer('林小雨');
    await player.call(playerAppContract.saveOwnCard, { holderName: '林小雨', number: papers.card });
    await player.call(playerAppContract.saveIdentity, { name: '林小雨', number: papers.identity });
  });

  it.each([...users, 'player' as const])(
    'are told whole to %s by no reading call, but where its contract says why',
    async (user) => {
      const rows = await tenantRows(
        server,
        user === 'admin'
          ? demoTenants.platform
          : user === 'agent'
            ? demoTenants.agent
            : user === 'merchant2'
              ? demoTenants.merchant2
              : demoTenants.merchant,
      );
      const client = user === 'player' ? undefined : await server.as(user);
      const me = await client?.call(accountsContract.info, {});
      const has = ({ permission, realms }: Permission) =>
        me !== undefined &&
        (realms as readonly string[]).includes(me.realm) &&
        (me.userType === 2 || me.permissions.includes(permission));
      const token =
        user === 'player'
          ? await issuePlayerToken(server.services, { id: demoPlayer, tokenGeneration: 1 })
          : (await server.login(user)).access_token;
      const own = user === 'player' ? [demoPeople[0]!.phone, papers] : [];
      const told: string[] = [];
      let answered = 0;
      for (const [name, endpoint] of endpoints) {
        if (endpoint.changes || (endpoint.access === 'player') !== (user === 'player')) continue;
        for (const input of plainInputs(endpoint, await idsFor(name, rows))) {
          const answer = await send(server, endpoint, input, { token });
          if (answer.status === 403) break;
          if (answer.status === 200) answered += 1;
          told.push(
            ...wholeNumbersIn(endpoint, answer, [input, own], has).map((number) => `${name} ${number}`),
          );
        }
      }
      expect([...new Set(told)]).toEqual([]);
      expect(answered).toBeGreaterThan(15);
    },
    patient(300_000),
  );
});

/** Whether the guard lets somebody of the realm through; who has no right there stops at it, whatever the input. */
const opensTo = ({ access }: AnyEndpoint, realm: string) =>
  access !== 'player' && (!isPermission(access) || (access.realms as readonly string[]).includes(realm));

const idsAndPhones = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|1[3-9]\d{9}/g;

describe('another tenant', () => {
  /** Of inputs that name nothing of the merchant's, those that ask for least: they filter nothing out of a list. */
  const withoutIds = 2;
  const different = (inputs: readonly Record<string, unknown>[], ids: readonly string[]) => {
    const known = new Set(ids);
    const all = [...new Map(inputs.map((input) => [JSON.stringify(input), input]))];
    const named = all.filter(([text]) => text.match(idsAndPhones)?.some((value) => known.has(value)));
    const plain = all
      .filter((one) => !named.includes(one))
      .sort(([, one], [, other]) => Object.keys(one).length - Object.keys(other).length);
    return [...named, ...plain.slice(0, withoutIds)].map(([, input]) => input);
  };

  it.each([
    ['merchant2', 12],
    // most calls are none of its own
    ['agent', 4],
  ] as const)(
    'as %s never sees or changes a row of the merchant, whatever ids it sends',
    async (user, times) => {
      const { realm } = await (await server.as(user)).call(accountsContract.info, {});
      const before = await tenantRows(server, demoTenants.merchant);
      const rowsOfMerchant = [...before.values()].flat();
      const valuesOf = (column: string) =>
        rowsOfMerchant.map((row) => row[column]).filter((value) => typeof value === 'string');
      // Its own ids and phones; other columns may name what tenants share, such as messages to everyone.
      const secrets = new Set([...valuesOf('id'), ...valuesOf('phone')]);
      expect(secrets.size).toBeGreaterThan(10);
      let { access_token: token } = await server.login(user);
      for (const [name, endpoint] of endpoints) {
        if (endpoint.access === 'public' || endpoint.answer === 'raw') continue;
        const ids = await idsFor(name, before);
        const inputs = sampleInput(endpoint, ids, opensTo(endpoint, realm) ? times : 1);
        for (const input of different(inputs, ids)) {
          const answer = await send(server, endpoint, input, { token });
          expect(answer.status, `${name} ${JSON.stringify(input)}`).toBeLessThan(500);
          // Some calls end the session that makes them.
          if (answer.status === 401) token = (await server.login(user)).access_token;
          if (user === 'merchant2' && answer.status === 200) {
            const sent = JSON.stringify(input);
            const told = (answer.body.match(idsAndPhones) ?? []).filter(
              (value) => secrets.has(value) && !sent.includes(value),
            );
            expect(told, name).toEqual([]);
          }
        }
      }
      expect(await tenantRows(server, demoTenants.merchant)).toEqual(before);
    },
    patient(900_000),
  );
});
