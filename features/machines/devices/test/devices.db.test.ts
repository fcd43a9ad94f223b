import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { sqlStateOf } from '#kit/server/database-away.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { countDevicesBySite, devicesInTurns, listDemoFleet } from '../server/public.ts';
import { insertDevice } from './insert-device.ts';

const { server } = testServer();
const first = demoId('site:merchant:1');
const second = demoId('site:merchant:2');
const foreign = demoId('site:merchant2:1');

const countAt = async (siteIds: readonly string[] | null = null) =>
  countDevicesBySite(server.services.db.read, tenantScope(demoTenants.merchant, siteIds), [
    first,
    second,
    foreign,
  ]);

it('devices are counted per site within the scope only', async () => {
  const { db } = server.services;
  const before = await countAt();
  await insertDevice(db, demoTenants.merchant, { siteId: first, code: 'A', number: 501 });
  await insertDevice(db, demoTenants.merchant, { siteId: first, code: 'B', number: 502 });
  await insertDevice(db, demoTenants.merchant, { siteId: second, code: 'C', number: 501 });
  await insertDevice(db, demoTenants.merchant2, { siteId: foreign, code: 'D', number: 501 });
  const after = await countAt();
  expect(after.get(first)).toBe(before.get(first)! + 2);
  expect(after.get(second)).toBe(before.get(second)! + 1);
  expect(after.has(foreign)).toBe(false);
  expect([...(await countAt([second])).keys()]).toEqual([second]);
});

it('a fleet is gone through in turns: none longer than asked, every machine once, none of another', async () => {
  const { read } = server.services.db;
  const scope = tenantScope(demoTenants.merchant);
  const turns: string[][] = [];
  for await (const turn of devicesInTurns(read, scope, 7)) turns.push(turn.map(({ deviceId }) => deviceId));
  expect(turns.slice(0, -1).every(({ length }) => length === 7)).toBe(true);
  expect(turns.at(-1)!.length).toBeLessThanOrEqual(7);
  const [{ number }] = (await read.execute<{ number: number }>(
    sql`select count(*)::int as number from device where tenant_id = ${demoTenants.merchant} and unbound_at is null`,
  )) as unknown as [{ number: number }];
  expect(new Set(turns.flat()).size).toBe(number);
  expect(turns.flat()).toHaveLength(number);
  expect((await listDemoFleet(read, scope)).map(({ deviceId }) => deviceId).sort()).toEqual(turns.flat());
});

it('a code is unique over all tenants and a number within its site', async () => {
  const { db } = server.services;
  const stateOf = (work: Promise<void>) => work.then(() => undefined, sqlStateOf);
  const uniqueViolation = '23505';
  const twice = { siteId: first, code: 'F', number: 601 };
  await insertDevice(db, demoTenants.merchant, twice);
  expect(
    await stateOf(insertDevice(db, demoTenants.merchant2, { siteId: foreign, code: 'F', number: 609 })),
  ).toBe(uniqueViolation);
  expect(await stateOf(insertDevice(db, demoTenants.merchant, { ...twice, code: 'G' }))).toBe(
    uniqueViolation,
  );
});
