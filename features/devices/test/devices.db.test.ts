import { afterAll, beforeAll, expect, it } from 'vitest';
import { sqlStateOf } from '#kit/server/database-away.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { countDevicesBySite } from '../server/public.ts';
import { insertDevice } from './insert-device.ts';

let server: TestServer;
const first = demoId('site:merchant:1');
const second = demoId('site:merchant:2');
const foreign = demoId('site:merchant2:1');

const countAt = async (siteIds: readonly string[] | null = null) =>
  countDevicesBySite(server.services.db.read, tenantScope(demoTenants.merchant, siteIds));

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

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
