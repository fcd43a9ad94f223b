import { count, eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { limits } from '#kit/protocol/limits.ts';
import type { SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import { demoId } from '#kit/server/demo.ts';
import { platformScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { settingsContract } from '../contract.ts';
import { queueMs } from '../server/begin-changes.ts';
import { endOverdue, sendWave } from '../server/send-changes.ts';
import { settingsChanges } from '../tables.ts';
import { addDevices, connected, type FakeDevice, type FakeOptions } from './fake-device.ts';

const { server, staff } = testServer();
const merchant = staff('merchant');

const idsOf = (devices: readonly FakeDevice[]) => devices.map(({ id }) => id);
const readBatch = (id: string, more: { state?: 'failed' | 'applied'; size?: number } = {}) =>
  merchant.call(settingsContract.readBatch, { id, size: 500, ...more });
const finished = (id: string) =>
  vi.waitFor(async () => {
    const found = await readBatch(id);
    expect(found.batch.state).toBe('finished');
    return found;
  }, soon);
async function manyConnected(number: number, options: FakeOptions = {}) {
  const devices = await addDevices(server, number, options);
  await Promise.all(devices.map((device) => device.connect()));
  return devices;
}

describe('a batch', () => {
  it('shows beforehand what it would change on each device and why it would not', async () => {
    const [same, online, away] = await manyConnected(3);
    const exchange = await connected(server, { type: 'exchange' });
    const settings = { force: { strongGrip: 44 } };
    await merchant.call(settingsContract.changeSettings, { equipmentId: same!.id, settings });
    await away!.disconnect();
    const { items } = await merchant.call(settingsContract.previewBatch, {
      equipmentIds: idsOf([same!, online!, away!, exchange]),
      settings,
    });
    const blocked = new Map(items.map((item) => [item.device.equipmentId, item]));
    const difference = { group: 'force', name: 'strongGrip', before: 90, after: 44 };
    expect(blocked.get(same!.id)).toMatchObject({ blocked: 'unchanged', differences: [] });
    expect(blocked.get(online!.id)).toMatchObject({ blocked: null, differences: [difference] });
    expect(blocked.get(away!.id)).toMatchObject({ blocked: 'offline', differences: [difference] });
    expect(blocked.get(exchange.id)).toMatchObject({ blocked: 'wrongType', differences: [] });
    expect(online!.received).toEqual([]);
  });

  it('ends every device applied or failed with its reason, and retries what failed', async () => {
    const devices = await manyConnected(5);
    const [good, refusing, silent, away, same] = devices;
    const exchange = await connected(server, { type: 'exchange' });
    const settings = { force: { strongGrip: 43 } };
    await merchant.call(settingsContract.changeSettings, { equipmentId: same!.id, settings });
    refusing!.manner = { refuses: 'busy' };
    silent!.manner = 'silent';
    await away!.disconnect();
    const { batchId } = await merchant.call(settingsContract.startBatch, {
      equipmentIds: idsOf([...devices, exchange]),
      settings,
    });
    // only the silent one has not been heard of
    await vi.waitFor(async () => expect((await readBatch(batchId)).batch.pending).toBe(1), soon);
    await vi.waitFor(() => expect(silent!.received).toHaveLength(1), soon);
    server.clock.forward(limits.settingsAnswerMs + 1);
    const first = await finished(batchId);
    const stateOf = (found: typeof first, device: FakeDevice) => {
      const item = found.items.records.find(({ device: { equipmentId } }) => equipmentId === device.id);
      return [item?.state, item?.reason, item?.attempt];
    };
    expect(stateOf(first, good!)).toEqual(['applied', null, 1]);
    expect(stateOf(first, same!)).toEqual(['applied', null, 1]);
    expect(stateOf(first, refusing!)).toEqual(['failed', 'busy', 1]);
    expect(stateOf(first, silent!)).toEqual(['failed', 'noAnswer', 1]);
    expect(stateOf(first, away!)).toEqual(['failed', 'offline', 1]);
    expect(stateOf(first, exchange)).toEqual(['failed', 'wrongType', 1]);
    expect(first.batch).toMatchObject({ kind: 'modify', total: 6, applied: 2, failed: 4, pending: 0 });

    refusing!.manner = 'obeys';
    silent!.manner = 'obeys';
    await away!.hello();
    expect(await merchant.call(settingsContract.retryBatch, { id: batchId })).toEqual({ retried: 3 });
    const second = await finished(batchId);
    expect(second.batch).toMatchObject({ total: 6, applied: 5, failed: 1 });
    expect(stateOf(second, silent!)).toEqual(['applied', null, 2]);
    expect(stateOf(second, exchange)).toEqual(['failed', 'wrongType', 1]);
    expect(good!.received).toHaveLength(1);
    expect(await readBatch(batchId, { state: 'failed' })).toMatchObject({ items: { total: 1 } });
  });

  it('is retried once when several people press the button together', async () => {
    const devices = await manyConnected(3);
    for (const device of devices) device.manner = { refuses: 'busy' };
    const { batchId } = await merchant.call(settingsContract.startBatch, {
      equipmentIds: idsOf(devices),
      settings: { force: { strongGrip: 38 } },
    });
    await finished(batchId);
    for (const device of devices) device.manner = 'silent';
    const retry = () => merchant.call(settingsContract.retryBatch, { id: batchId });
    const retried = await Promise.all([retry(), retry(), retry()]);
    expect(retried.map(({ retried: number }) => number).sort()).toEqual([0, 0, 3]);
    expect((await readBatch(batchId)).batch).toMatchObject({ total: 3, pending: 3 });
  });

  it('is refused as a whole for a value that the settings do not allow', async () => {
    const device = await connected(server);
    await expect(
      merchant.call(settingsContract.startBatch, {
        equipmentIds: [device.id],
        settings: { force: { strongGrip: 101 } },
      }),
    ).rejects.toMatchObject({
      issues: [{ path: 'settings.force.strongGrip', key: 'kit:validation.tooBig' }],
    });
    await expect(
      merchant.call(settingsContract.startBatch, { equipmentIds: [device.id], settings: { force: {} } }),
    ).rejects.toMatchObject({ key: 'settings:error.nothingChosen' });
  });

  it('copies the settings of a known-good device to others of its type', async () => {
    const [good, other] = await manyConnected(2);
    const exchange = await connected(server, { type: 'exchange' });
    await merchant.call(settingsContract.changeSettings, {
      equipmentId: good!.id,
      settings: { force: { strongGrip: 42 }, sound: { volume: 9 } },
    });
    const copy = (groups?: string[]) =>
      merchant.call(settingsContract.copySettings, {
        fromId: good!.id,
        equipmentIds: idsOf([other!, exchange]),
        groups,
      });
    const { batchId } = await copy(['force']);
    expect((await finished(batchId)).batch).toMatchObject({ kind: 'copy', applied: 1, failed: 1 });
    expect(other!.settings).toMatchObject({ force: { strongGrip: 42 }, sound: { volume: 60 } });
    await finished((await copy()).batchId);
    expect(other!.hash).toBe(good!.hash);
    await expect(copy(['constructor'])).rejects.toMatchObject({ key: 'settings:error.unknownGroup' });
  });

  it('knows what the chosen devices run with: one value, or how many different ones', async () => {
    const devices = await manyConnected(3);
    await merchant.call(settingsContract.changeSettings, {
      equipmentId: devices[0]!.id,
      settings: { force: { strongGrip: 37 } },
    });
    const current = await merchant.call(settingsContract.readCurrentValues, { equipmentIds: idsOf(devices) });
    const foundAt = (wanted: string) => current.find(({ group, name }) => `${group}.${name}` === wanted);
    expect(foundAt('force.strongGrip')).toMatchObject({ different: 2, value: null });
    expect(foundAt('sound.volume')).toMatchObject({ different: 1, value: 60 });
  });

  it('is put back where the devices still have its values; what was changed since stays and is named', async () => {
    const devices = await manyConnected(4);
    const [plain, partly, wholly, away] = devices;
    const change = (device: FakeDevice, settings: SettingsDocument) =>
      merchant.call(settingsContract.changeSettings, { equipmentId: device.id, settings });
    await change(plain!, { force: { strongGrip: 70 } });
    const { batchId } = await merchant.call(settingsContract.startBatch, {
      equipmentIds: idsOf(devices),
      settings: { force: { strongGrip: 36 }, sound: { volume: 20 } },
    });
    await finished(batchId);
    await change(partly!, { sound: { volume: 21 } });
    await change(wholly!, { force: { strongGrip: 35 }, sound: { volume: 22 } });
    await away!.disconnect();

    const { items, gone } = await merchant.call(settingsContract.previewPutBack, { id: batchId });
    expect(gone).toBe(0);
    const seen = new Map(items.map((item) => [item.device.equipmentId, item]));
    const grip = (before: number, after: number) => ({ group: 'force', name: 'strongGrip', before, after });
    const volume = (before: number, after: number) => ({ group: 'sound', name: 'volume', before, after });
    expect(seen.get(plain!.id)).toMatchObject({
      blocked: null,
      differences: [grip(36, 70), volume(20, 60)],
      changedSince: [],
    });
    expect(seen.get(partly!.id)).toMatchObject({
      blocked: null,
      differences: [grip(36, 90)],
      changedSince: [volume(20, 21)],
    });
    expect(seen.get(wholly!.id)).toMatchObject({
      blocked: 'changedSince',
      differences: [],
      changedSince: [grip(36, 35), volume(20, 22)],
    });
    expect(seen.get(away!.id)).toMatchObject({ blocked: 'offline' });

    const back = await merchant.call(settingsContract.putBatchBack, { id: batchId });
    const { batch, items: ended } = await finished(back.batchId);
    expect(batch).toMatchObject({ kind: 'putBack', total: 4, applied: 2, failed: 2, retryable: 1 });
    expect(plain!.settings).toMatchObject({ force: { strongGrip: 70 }, sound: { volume: 60 } });
    expect(partly!.settings).toMatchObject({ force: { strongGrip: 90 }, sound: { volume: 21 } });
    expect(wholly!.settings).toMatchObject({ force: { strongGrip: 35 }, sound: { volume: 22 } });
    const reasons = ended.records.map(({ device, reason }) => [device.equipmentId, reason]);
    expect(Object.fromEntries(reasons)).toMatchObject({
      [wholly!.id]: 'changedSince',
      [away!.id]: 'offline',
    });
    await away!.connect();
    await merchant.call(settingsContract.retryBatch, { id: back.batchId });
    await finished(back.batchId);
    expect(away!.settings).toMatchObject({ force: { strongGrip: 90 }, sound: { volume: 60 } });
    // nothing of it is left
    await expect(merchant.call(settingsContract.putBatchBack, { id: batchId })).rejects.toMatchObject({
      key: 'settings:error.nothingToPutBack',
    });
  });

  it('that is still being sent can not be put back', async () => {
    const device = await connected(server);
    device.manner = 'silent';
    const { batchId } = await merchant.call(settingsContract.startBatch, {
      equipmentIds: [device.id],
      settings: { force: { strongGrip: 34 } },
    });
    await expect(merchant.call(settingsContract.putBatchBack, { id: batchId })).rejects.toMatchObject({
      key: 'settings:error.batchRunning',
    });
    server.clock.forward(limits.settingsAnswerMs + queueMs);
    await endOverdue(server.services);
    await finished(batchId);
  });

  it('that no server sent in time sends nothing later', async () => {
    const device = await connected(server);
    const { batchId } = await merchant.call(settingsContract.startBatch, {
      equipmentIds: [device.id],
      settings: { force: { strongGrip: 41 } },
    });
    await finished(batchId);
    const { db } = server.services;
    const deadline = new Date(server.clock.now().getTime() + queueMs).toISOString();
    server.clock.forward(queueMs);
    // as a server that died before the wave would have left it
    await db.raw`update settings_change set state = 'pending', ended_at = null, sent_at = null,
      deadline_at = ${deadline} where batch_id = ${batchId}`;
    await Promise.all([endOverdue(server.services), sendWave(server.services)]);
    const { items } = await finished(batchId);
    expect(items.records).toMatchObject([{ state: 'failed', reason: 'expired' }]);
    expect(device.received).toHaveLength(1);
    await device.hello();
  });

  it('is seen by accounts of its sites, and counts for them only their devices', async () => {
    const here = await connected(server, { siteId: demoId('site:merchant:1') });
    const there = await connected(server, { siteId: demoId('site:merchant:3') });
    const settings = { force: { strongGrip: 40 } };
    const { batchId } = await merchant.call(settingsContract.startBatch, {
      equipmentIds: idsOf([here, there]),
      settings,
    });
    await finished(batchId);
    const clerk = await server.as('clerk');
    const seen = await clerk.call(settingsContract.readBatch, { id: batchId });
    expect(seen.batch.total).toBe(1);
    expect(seen.items.records.map(({ device }) => device.equipmentId)).toEqual([here.id]);
    const elsewhere = await merchant.call(settingsContract.startBatch, {
      equipmentIds: [there.id],
      settings,
    });
    await expect(clerk.call(settingsContract.readBatch, { id: elsewhere.batchId })).rejects.toMatchObject({
      status: 404,
    });
    const { records } = await clerk.call(settingsContract.listBatches, { size: 100 });
    expect(records.map(({ id }) => id)).toContain(batchId);
    expect(records.map(({ id }) => id)).not.toContain(elsewhere.batchId);
  });
});

it('a thousand devices, some of them bad: each ends applied or failed with a reason', {
  timeout: patient(180_000),
}, async () => {
  const devices = await manyConnected(1000);
  const every10th = (first: number) => devices.filter((_, index) => index % 10 === first);
  for (const device of every10th(1)) device.manner = 'silent';
  for (const device of every10th(2)) device.manner = { refuses: 'invalid', path: 'force.strongGrip' };
  for (const device of every10th(3)) device.manner = 'mute';
  await Promise.all(every10th(4).map((device) => device.disconnect()));
  const { batchId } = await merchant.call(settingsContract.startBatch, {
    equipmentIds: idsOf(devices),
    settings: { force: { strongGrip: 39 } },
  });
  // a slow machine may give a device up before its answer is stored: the answer counts nevertheless
  await vi.waitFor(
    async () => {
      const { batch } = await readBatch(batchId, { size: 1 });
      expect(batch.applied).toBe(600);
      expect(batch.failed).toBeGreaterThanOrEqual(200);
    },
    { timeout: patient(100_000), interval: 200 },
  );
  server.clock.forward(limits.settingsAnswerMs + 1);
  const { batch } = await finished(batchId);
  expect(batch).toMatchObject({ total: 1000, pending: 0, applied: 600, failed: 400 });
  const change = rows(platformScope, settingsChanges);
  const reasons = await server.services.db.read
    .select({ reason: change.reason, number: count() })
    .from(change)
    .where(eq(change.batchId, batchId))
    .groupBy(change.reason);
  expect(Object.fromEntries(reasons.map(({ reason, number }) => [reason, number]))).toEqual({
    null: 600,
    noAnswer: 200,
    invalid: 100,
    offline: 100,
  });
  await Promise.all(every10th(3).map((device) => device.heartbeat()));
  expect((await readBatch(batchId)).batch).toMatchObject({ applied: 700, failed: 300 });
});
