import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPlayer, issuePlayerToken } from '#features/base/players/server/public.ts';
import { type AnyEndpoint, isPermission } from '#kit/contract/endpoint.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { type DemoUser, startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { demoPeople } from '#providers/demo-people.ts';
import { hostileInput } from './arbitrary-input.ts';
import { endpointsOf, idsFor, readBy, send, type TenantRows, tenantRows } from './endpoint-calls.ts';
import { wholeNumbersIn } from './whole-numbers.ts';

/** FUZZ_RUNS=5000 FUZZ_SEED=1 npm run test:db goes deeper. */
const runs = Math.max(200, Number(process.env.FUZZ_RUNS ?? 200));
const seed = Number(process.env.FUZZ_SEED ?? 20261115);

const atOnce = 4;

let server: TestServer;
let endpoints: [string, AnyEndpoint][];
let rows: TenantRows;

beforeAll(async () => {
  server = await startTestServer();
  endpoints = endpointsOf(server);
  rows = await tenantRows(server, demoTenants.merchant);
});
afterAll(() => server.close());

type Caller = DemoUser | 'player';

function callerOf({ access }: AnyEndpoint): Caller {
  if (access === 'player') return 'player';
  if (!isPermission(access) || access.realms.includes('merchant')) return 'merchant';
  return access.realms.includes('platform') ? 'admin' : 'agent';
}

describe('fuzz', () => {
  it(`finds no defect in any endpoint with ${runs} inputs each`, {
    timeout: patient(1_800_000),
  }, async () => {
    const failures: string[] = [];
    for (const [name, endpoint] of endpoints) {
      const caller = callerOf(endpoint);
      const inputs = fc.sample(hostileInput(endpoint.input, await idsFor(name, rows)), {
        numRuns: runs,
        seed,
      });
      const sent = differentFor(endpoint, [...inputs.entries()]);
      // a few at once, as callers come: most of the time is the database's
      while (sent.length > 0) {
        const token = await tokenOf(caller);
        const answers = await Promise.all(
          sent.splice(0, atOnce).map(async ([index, input]) => ({
            input,
            ...(await send(server, endpoint, input, { token, form: asForm(index) })),
          })),
        );
        for (const { input, ...answer } of answers) {
          if (answer.status >= 500 && answer.status !== 503)
            failures.push(`${name} ${answer.status} ${JSON.stringify(input).slice(0, 300)}`);
          // what players wrote of themselves is told to themselves
          if (caller !== 'player')
            for (const number of wholeNumbersIn(endpoint, answer, input, () => true))
              failures.push(`${name} tells ${number}`);
        }
        // Calls that end sessions are part of the surface too: log in again and go on.
        if (endpoint.access !== 'public' && answers.some(({ status }) => status === 401))
          tokens.delete(caller);
      }
    }
    expect(failures).toEqual([]);
  });
});

/** Every third goes as a form where a call has a body. */
const asForm = (index: number) => index % 3 === 0;
/** So many of a kind are sent; all when more inputs are asked for. */
const alike =
  runs > 200
    ? { refused: Number.POSITIVE_INFINITY, read: Number.POSITIVE_INFINITY, changed: Number.POSITIVE_INFINITY }
    : { refused: 2, read: 3, changed: 6 };

type Sent = [index: number, input: Record<string, unknown>];

/**
 * Every input is read as the call reads it, and sent when something about it is new: a field has a value, or one of a
 * kind, that this call has met only a few times there, or it is refused for a reason that few were. Two hundred names
 * that differ in their letters go the same way.
 */
function differentFor(endpoint: AnyEndpoint, inputs: readonly Sent[]): Sent[] {
  const most = endpoint.changes ? alike.changed : alike.read;
  const read = inputs.map(([index, input]) => readBy(endpoint, input, asForm(index)));
  const values = read.map(({ success, data }) => (success ? [...valuesIn(data)] : []));
  const times = new Map<string, number>();
  for (const [place, value] of values.flat()) count(times, `${place}=${value}`);
  // what comes again and again is one of a few: a choice, or a value that has broken servers
  const isOneOfFew = (words: string, value: unknown) => (times.get(words) ?? 0) > 2 && kindOf(value) !== 'id';
  const seen = new Map<string, number>();
  return inputs.filter((_, index) => {
    const found = read[index]!;
    if (!found.success)
      return isNew(
        seen,
        found.error.issues.map(({ code, path }) => `${code} ${path.join('.')}`),
        alike.refused,
      );
    const facts = values[index]!.map(([place, value]) => {
      const words = `${place}=${value}`;
      return isOneOfFew(words, value) ? words : `${place}: ${kindOf(value)}`;
    });
    return isNew(seen, ['read', ...facts], most);
  });
}

const count = (times: Map<string, number>, words: string) => {
  const before = times.get(words) ?? 0;
  times.set(words, before + 1);
  return before;
};
const isNew = (seen: Map<string, number>, words: readonly string[], most: number) =>
  Math.min(...[...new Set(words)].map((one) => count(seen, one))) < most;

/** Where something stands in an input, and what. */
function* valuesIn(value: unknown, place = ''): Generator<[place: string, value: unknown]> {
  if (Array.isArray(value)) {
    yield [`${place} many`, Math.min(value.length, 2)];
    for (const one of value) yield* valuesIn(one, `${place}[]`);
  } else if (value instanceof Date) yield [place, value.toISOString()];
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) yield* valuesIn(inner, `${place}.${name}`);
  else yield [place, value];
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function kindOf(value: unknown): string {
  if (typeof value === 'number')
    return `number ${Math.sign(value)} ${Number.isInteger(value)} ${Math.abs(value) > 1000}`;
  if (typeof value !== 'string') return String(value);
  if (uuid.test(value)) return 'id';
  if (/^\d{4}-\d\d-\d\d/.test(value)) return `day ${value.length > 10}`;
  return `text ${value.length > 8} ${/[^ -~]/.test(value)}`;
}

/** Logging in costs more than many a call: it is done once, and again when a call has ended the session. */
const tokens = new Map<Caller, string>();

/**
 * An account may have been locked, renamed or removed by what the fuzz sent: then a fresh database takes its place.
 */
async function tokenOf(caller: Caller): Promise<string> {
  const known = tokens.get(caller);
  if (known) return known;
  let token: string;
  try {
    token = await logIn(caller);
  } catch {
    await server.close();
    tokens.clear();
    server = await startTestServer();
    token = await logIn(caller);
  }
  tokens.set(caller, token);
  return token;
}

async function logIn(caller: Caller): Promise<string> {
  if (caller !== 'player') return (await server.login(caller)).access_token;
  const { db } = server.services;
  const player = await findPlayer(db.read, demoId(`player:${demoPeople[0]!.openId}`));
  if (!player || player.deletedAt) throw new Error('the player is gone');
  return issuePlayerToken(server.services, player);
}
