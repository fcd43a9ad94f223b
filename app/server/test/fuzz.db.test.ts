import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyEndpoint, isPermission } from '#kit/contract/endpoint.ts';
import { demoTenants } from '#kit/server/demo.ts';
import { type DemoUser, startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { hostileInput } from './arbitrary-input.ts';
import { endpointsOf, idsIn, send, tenantRows } from './endpoint-calls.ts';

/** FUZZ_RUNS=5000 FUZZ_SEED=1 npm run test:db goes deeper. */
const runs = Math.max(200, Number(process.env.FUZZ_RUNS ?? 200));
const seed = Number(process.env.FUZZ_SEED ?? 20261115);

let server: TestServer;
let endpoints: [string, AnyEndpoint][];
let ids: string[];

beforeAll(async () => {
  server = await startTestServer();
  endpoints = endpointsOf(server);
  ids = idsIn(await tenantRows(server, demoTenants.merchant));
});
afterAll(() => server.close());

const userFor = (endpoint: AnyEndpoint): DemoUser =>
  isPermission(endpoint.access) && !endpoint.access.realms.includes('merchant')
    ? endpoint.access.realms.includes('platform')
      ? 'admin'
      : 'agent'
    : 'merchant';

describe('fuzz', () => {
  it(`finds no defect in any endpoint with ${runs} inputs each`, { timeout: 1_800_000 }, async () => {
    const failures: string[] = [];
    for (const [name, endpoint] of endpoints) {
      let token = await tokenOf(userFor(endpoint));
      const inputs = fc.sample(hostileInput(endpoint.input, ids), { numRuns: runs, seed });
      for (const [index, input] of inputs.entries()) {
        const answer = await send(server, endpoint, input, { token, form: index % 3 === 0 });
        if (answer.status >= 500 && answer.status !== 503)
          failures.push(`${name} ${answer.status} ${JSON.stringify(input).slice(0, 300)}`);
        // Calls that end sessions are part of the surface too: log in again and go on.
        if (answer.status === 401) token = await tokenOf(userFor(endpoint));
      }
    }
    expect(failures).toEqual([]);
  });
});

/** The account may have been locked, renamed or removed by what the fuzz sent: then a fresh database takes its place. */
async function tokenOf(user: DemoUser): Promise<string> {
  try {
    return (await server.login(user)).access_token;
  } catch {
    await server.close();
    server = await startTestServer();
    return (await server.login(user)).access_token;
  }
}
