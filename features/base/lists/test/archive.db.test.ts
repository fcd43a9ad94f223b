import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { discoverServedFeatures } from '#app/server/discover-features.ts';
import { prove } from '#features/money/ledger/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { demoTenants } from '#kit/server/demo.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import {
  type Archive,
  listOld,
  listStored,
  readPart,
  restorePart,
  storePart,
} from '../server/archive-parts.ts';
import { keepPartitions } from '../server/keep-partitions.ts';

let server: TestServer;
let folder: string;
const later = new Date(Date.now() + 800 * dayMs);
beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'coinyard-archive-test-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Two years on, when what the demo tells of is long past. */
const archive = (): Archive => ({ db: server.services.db, storage: server.services.storage, now: later });
const all = (table: string) =>
  server.services.db.raw.unsafe(
    `select md5(string_agg(t::text, '|' order by t::text)), count(*)::int as rows from ${table} t`,
  );
const holds = async () => {
  const checks = (await discoverServedFeatures()).flatMap((feature) => feature.checks);
  const proof = await prove(server.services.db, new Date(), checks);
  return proof.checks.filter((check) => !check.holds);
};
const event = (at: Date) => server.services.db.raw`
  insert into device_event (tenant_id, id, device_id, at, received_at, kind, data)
  values (${demoTenants.merchant}, ${newId(at.getTime())}, ${newId()}, ${at.toISOString()}, ${at.toISOString()}, 'test', '{"a": "b, \\"c\\"\\n"}')
  returning tableoid::regclass::text as part`;

it('a row of any time has a place, and the job takes it to the part of its month', async () => {
  const at = new Date(Date.now() + 200 * dayMs);
  expect(await event(at)).toEqual([{ part: 'device_event_rest' }]);
  const clock = { now: () => new Date(at.getTime() - 20 * dayMs) };
  expect(await keepPartitions({ db: server.services.db, clock })).toBeGreaterThan(3);
  const month = at.toISOString().slice(0, 7).replace('-', '');
  const places = await server.services.db.raw`
    select tableoid::regclass::text as part from device_event where at = ${at.toISOString()}`;
  expect([...places]).toEqual([{ part: `device_event_${month}` }]);
  expect(await event(at)).toEqual([{ part: `device_event_${month}` }]);
  expect(await keepPartitions({ db: server.services.db, clock })).toBe(0);
});

it('lines of the operation log are moved to their month, and nobody may change them before or after', async () => {
  const { raw } = server.services.db;
  const at = new Date(Date.now() + 600 * dayMs);
  const id = newId(at.getTime());
  await raw`
    insert into audit_entry (tenant_id, id, account, user_name, action, entity, entity_id, label, address)
    values (${demoTenants.merchant}, ${id}, 'a', 'b', 'c', 'd', 'e', 'f', 'g')`;
  const change = () => raw`update audit_entry set label = 'other' where id = ${id}`;
  await expect(change()).rejects.toThrow('never changed');
  await keepPartitions({ db: server.services.db, clock: { now: () => at } });
  const [row] = await raw`select tableoid::regclass::text as part, label from audit_entry where id = ${id}`;
  expect(row?.part).toMatch(/^audit_entry_\d{6}$/);
  await expect(change()).rejects.toThrow('never changed');
  await expect(raw`delete from audit_entry where id = ${id}`).rejects.toThrow('never changed');
});

it('an old part goes to a file that can be read, and comes back with the same rows; the books hold throughout', async () => {
  const { raw } = server.services.db;
  const parts = ['audit_entry_past', 'device_event_past'];
  const old = (await listOld(archive())).map(({ name }) => name);
  expect(old).toEqual(expect.arrayContaining(parts));
  expect(await listOld({ ...archive(), now: new Date() })).toEqual([]);
  const before = [await all('audit_entry'), await all('device_event')];
  for (const name of parts) {
    const [held] = await all(name);
    const stored = await storePart(archive(), name);
    expect(stored.rows).toBe(held?.rows);
    expect(stored.rows).toBeGreaterThan(0);
    expect((await raw`select to_regclass(${name}) as found`)[0]?.found).toBeNull();
    const manifest = await server.services.storage.open(stored.manifestKey);
    expect(JSON.parse(await text(manifest!.body))).toMatchObject({
      sha256: stored.sha256,
      rows: stored.rows,
    });
    const file = join(folder, name);
    const out = createWriteStream(file);
    await readPart(archive(), name, out);
    await new Promise((done) => out.end(done));
    expect(await readFile(file, 'utf8')).toMatch(/^tenant_id,id,/);
  }
  expect(await holds()).toEqual([]);
  await expect(storePart(archive(), 'device_event_past')).rejects.toThrow('no old part');
  for (const name of parts) expect((await restorePart(archive(), name)).restoredAt).toBe(later.toISOString());
  expect([await all('audit_entry'), await all('device_event')]).toEqual(before);
  expect(await holds()).toEqual([]);
  await expect(restorePart(archive(), 'device_event_past')).rejects.toThrow('already');
  expect((await listStored(archive())).map(({ name }) => name)).toEqual(parts);
  await expect(raw`update audit_entry set label = 'x'`).rejects.toThrow('never changed');
});

it('timelines of orders that are not over stay, and a file that was changed does not come back', async () => {
  const { db, storage } = server.services;
  await expect(storePart(archive(), 'order_event_past')).rejects.toThrow('still needed');
  expect((await all('order_event_past'))[0]?.rows).toBeGreaterThan(0);
  await expect(storePart(archive(), 'orders')).rejects.toThrow('no old part');
  const stored = await storePart(archive(), 'device_event_past');
  await storage.put(stored.fileKey, Buffer.from('something else'), { contentType: 'application/gzip' });
  await expect(restorePart(archive(), 'device_event_past')).rejects.toThrow('not what was stored');
  const [gone] = await db.raw`select to_regclass('device_event_past') as found`;
  expect(gone?.found).toBeNull();
});

it('timelines of orders that ended long ago go and come back, and new lines go on counting', async () => {
  const { raw } = server.services.db;
  // what is open in the demo is not part of this
  await raw`delete from order_event e using orders o where o.tenant_id = e.tenant_id and o.id = e.order_id
    and (o.ended_at is null or o.deadline_at is not null or o.fault_state = 'unsolved' or exists (
      select from order_refund r where r.tenant_id = o.tenant_id and r.order_id = o.id and r.state = 'requested'))`;
  const before = await all('order_event');
  await storePart(archive(), 'order_event_past');
  expect(await holds()).toEqual([]);
  await restorePart(archive(), 'order_event_past');
  expect(await all('order_event')).toEqual(before);
  const [line] = await raw`
    insert into order_event (tenant_id, order_id, at, event, to_state)
    select tenant_id, order_id, now(), 'test', to_state from order_event limit 1 returning place::int as place`;
  const [highest] = await raw`select max(place)::int as place from order_event`;
  expect(line).toEqual(highest);
});
