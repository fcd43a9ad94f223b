import { afterAll, beforeAll, expect, it } from 'vitest';
import { sqlStateOf } from '#kit/server/database.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { countDevicesBySite } from '../server/public.ts';
import { insertDevice } from './insert-device.ts';

let server: TestServer;
const first = demoId('site:merchant:1');
const second = demoId('site:merchant:2');
const foreign = demoId('site:merchant2:1');

beforeAll(async () => {
  server = await startTestServer();
  const { db } = server.services;
  await insertDevice(db, demoTenants.merchant, { siteId: first, code: 'A', number: 1 });
  await insertDevice(db, demoTenants.merchant, { siteId: first, code: 'B', number: 2 });
  await insertDevice(db, demoTenants.merchant, { siteId: second, code: 'C', number: 1 });
  await insertDevice(db, demoTenants.merchant2, { siteId: foreign, code: 'D', number: 1 });
});
afterAll(() => server.close());

it('devices are counted per site within the scope only', async () => {
  const { read } = server.services.db;
  const all = await countDevicesBySite(read, tenantScope(demoTenants.merchant));
  expect([...all].sort()).toEqual(
    [
      [first, 2],
      [second, 1],
    ].sort(),
  );
  const limited = await countDevicesBySite(read, tenantScope(demoTenants.merchant, [second]));
  expect([...limited]).toEqual([[second, 1]]);
});

it('a code is unique over all tenants and a number within its site', async () => {
  const { db } = server.services;
  const stateOf = (work: Promise<void>) => work.then(() => undefined, sqlStateOf);
  const uniqueViolation = '23505';
  expect(
    await stateOf(insertDevice(db, demoTenants.merchant2, { siteId: foreign, code: 'A', number: 9 })),
  ).toBe(uniqueViolation);
  expect(await stateOf(insertDevice(db, demoTenants.merchant, { siteId: first, code: 'E', number: 1 }))).toBe(
    uniqueViolation,
  );
});
