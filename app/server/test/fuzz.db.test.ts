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
      const sent = [...inputs.entries()].filter(differentFor(endpoint));
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
/** Of what is refused for the same reasons, read alike and changed alike so many are sent; all when more inputs are asked for. */
const alike =
  runs > 200
    ? { refused: Number.POSITIVE_INFINITY, read: Number.POSITIVE_INFINITY, changed: Number.POSITIVE_INFINITY }
    : { refused: 2, read: 6, changed: 12 };

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/**
 * Every input is read as the call reads it. Those that the call reads as the same but for whom they name, and those that it
 * refuses for reasons which others had before, are sent a few times and not two hundred: they go no further than the others.
 */
function differentFor(endpoint: AnyEndpoint): (sent: [number, Record<string, unknown>]) => boolean {
  const seen = new Map<string, number>();
  const timesSeen = (words: string) => {
    const before = seen.get(words) ?? 0;
    seen.set(words, before + 1);
    return before;
  };
  return ([index, input]) => {
    const read = readBy(endpoint, input, asForm(index));
    if (read.success)
      return (
        timesSeen(JSON.stringify(read.data).replace(uuid, 'somebody')) <
        (endpoint.changes ? alike.changed : alike.read)
      );
    const reasons = read.error.issues.map(({ code, path }) => timesSeen(`${code} ${path.join('.')}`));
    return Math.min(...reasons) < alike.refused;
  };
}

/** Logging in costs more than many a call: it is done once, and again when a call has ended the session. */
const tokens = new Map<Caller, string>();

/**
 * Whoever it is may have been locked, renamed or removed by what the fuzz sent: then a fresh database takes its place.
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
