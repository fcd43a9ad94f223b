/** What the authorisation test is for tenants, for players: another player × every call a player can make. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { playersContract } from '#features/base/players/contract.ts';
import { issuePlayerToken } from '#features/base/players/server/public.ts';
import { playerAppContract } from '#features/people/playerapp/contract.ts';
import { coinsContract } from '#features/selling/coins/contract.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { type AnyEndpoint, isPermission } from '#kit/contract/endpoint.ts';
import { demoId } from '#kit/server/demo.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { demoPeople } from '#providers/demo-people.ts';
import { fittingInput } from './arbitrary-input.ts';
import { endpointsOf, send } from './endpoint-calls.ts';

let server: TestServer;
let calls: [string, AnyEndpoint][];

/** Ends the stranger's own log-ins, so that all later calls would be refused for that; is anybody, by design of the demo. */
const leftOut = new Set<AnyEndpoint>([
  playersContract.endLogins,
  playersContract.logInDemoPlayer,
  playersContract.takeBackAccount,
  playerAppContract.deleteSelf,
]);

const playerId = (name: string) =>
  demoId(`player:${demoPeople.find((person) => person.name === name)!.openId}`);
const owner = playerId('林小雨');
const stranger = playerId('张伟');

beforeAll(async () => {
  server = await startTestServer();
  await ownSomething();
  calls = endpointsOf(server).filter(
    ([, { access, answer }]) => (access === 'player' || access === 'public') && answer !== 'raw',
  );
});
afterAll(() => server.close());

/** An order that waits for its payment and coins being counted, so that there is something of each kind to reach for. */
async function ownSomething(): Promise<void> {
  const client = await server.asPlayer('林小雨');
  await server.services.db.raw`update device_state set online = true, faults = '[]', last_seen_at = now()`;
  await client.call(ordersContract.payForDevice, { equipmentId: 'CW10001', payWay: 'wechat' });
  const [counter] = await server.services.db.raw<{ code: string }[]>`
    select code from device where type = 'deposit' and unbound_at is null limit 1`;
  await client.call(coinsContract.startDeposit, { equipmentId: counter!.code });
  // the merchant's figures follow a moment later, and are nobody's doing
  const { raw } = server.services.db;
  await vi.waitUntil(async () => (await raw`select 1 from visitor_due`).length === 0, soon);
}

/** Every row that names the player as its owner, table by table. */
async function rowsOf(id: string): Promise<Map<string, Record<string, unknown>[]>> {
  const { raw } = server.services.db;
  const tables = await raw<{ name: string; column: string }[]>`
    select table_name as name, column_name as column from information_schema.columns
    where table_schema = 'public'
      and (column_name = 'player_id' or (table_name = 'ledger_account' and column_name = 'owner_id'))
      and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE')
    order by 1`;
  const found = new Map<string, Record<string, unknown>[]>();
  for (const { name, column } of tables)
    found.set(name, await raw`select * from ${raw(name)} where ${raw(column)}::text = ${id} order by 1, 2`);
  found.set('player', await raw`select * from player where id = ${id}`);
  return found;
}

/** ids, numbers, phones and names at a platform, wherever they stand in an answer */
const words = /[0-9A-Za-z][0-9A-Za-z_-]{4,}/g;
/** the newest: one of them waits for its payment */
const numbersTried = 10;

const hasNumber = ({ input }: AnyEndpoint) => input instanceof z.ZodObject && 'orderNumber' in input.shape;

const tokenOf = (id: string) => issuePlayerToken(server.services, { id, tokenGeneration: 1 });
const valuesOf = (rows: Map<string, Record<string, unknown>[]>, columns: readonly string[]) => [
  ...new Set(
    [...rows.values()]
      .flat()
      .flatMap((row) => columns.map((column) => row[column]))
      .filter((value): value is string => typeof value === 'string'),
  ),
];

it('another player never sees or changes what is somebody’s own, whatever ids are sent', {
  timeout: patient(900_000),
}, async () => {
  const before = await rowsOf(owner);
  const ids = [owner, ...valuesOf(before, ['id', 'command_id', 'payment_id'])];
  const numbers = valuesOf(before, ['number']);
  const secrets = new Set([...ids, ...numbers, ...valuesOf(before, ['phone', 'open_id'])]);
  // those that are not one word are looked for letter by letter
  const strange = [...secrets].filter((value) => value.match(words)?.[0] !== value);
  expect(strange.length).toBeLessThan(20);
  expect(before.get('orders')?.length).toBeGreaterThan(0);
  expect(before.get('coin_deposit')?.length).toBeGreaterThan(0);
  expect(calls.filter(([, { access }]) => access === 'player').length).toBeGreaterThan(6);
  const token = await tokenOf(stranger);
  for (const [name, endpoint] of calls) {
    if (leftOut.has(endpoint)) continue;
    const tried = fc.sample(fittingInput(endpoint.input, ids), { numRuns: 15, seed: 11 });
    // others do not hear of it
    const aimed = hasNumber(endpoint)
      ? numbers.slice(-numbersTried).map((orderNumber) => ({ ...tried[0], orderNumber }))
      : [];
    for (const input of [...tried, ...aimed]) {
      const answer = await send(server, endpoint, input, { token });
      expect(answer.status, `${name} ${JSON.stringify(input)}`).toBeLessThan(500);
      const sent = JSON.stringify(input);
      const told = [
        ...(answer.body.match(words) ?? []).filter((one) => secrets.has(one)),
        ...strange.filter((value) => answer.body.includes(value)),
      ].filter((one) => !sent.includes(one));
      expect(told, name).toEqual([]);
      if (answer.status === 200 && endpoint.access === 'player')
        expect(secrets.has(JSON.parse(answer.body).data?.id), name).toBe(false);
    }
  }
  expect(await rowsOf(owner)).toEqual(before);
});

it('nobody sees a player’s order by its number, and its player does', async () => {
  const [order] = (await rowsOf(owner)).get('orders')!;
  const ask = async (token?: string) =>
    (await send(server, ordersContract.readOrderState, { orderNumber: order!.number }, { token })).status;
  expect(await ask(await tokenOf(owner))).toBe(200);
  expect(await ask(await tokenOf(stranger))).toBe(404);
  expect(await ask()).toBe(401);
});

it('a player’s token opens no call of staff, and a staff token none of players', async () => {
  const player = await tokenOf(owner);
  const { access_token: staff } = await server.login('merchant');
  for (const [name, endpoint] of endpointsOf(server)) {
    // some answer both, each about what is theirs
    if (endpoint.access === 'public' || (isPermission(endpoint.access) && endpoint.access.players)) continue;
    const wrong = endpoint.access === 'player' ? staff : player;
    const answer = await send(server, endpoint, { __none__: 1 }, { token: wrong });
    expect([name, answer.status]).toEqual([name, 403]);
  }
});
