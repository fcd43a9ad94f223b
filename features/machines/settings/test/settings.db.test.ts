import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { limits } from '#kit/protocol/limits.ts';
import { auditEntries } from '#kit/server/audit.ts';
import { platformScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { settingsContract } from '../contract.ts';
import { endOverdue } from '../server/send-changes.ts';
import { addDevices, connected, type FakeDevice } from './fake-device.ts';

const { server, staff } = testServer();
const merchant = staff('merchant');

const read = (device: FakeDevice) => merchant.call(settingsContract.readSettings, { equipmentId: device.id });
const change = (device: FakeDevice, settings: Record<string, Record<string, unknown>>) =>
  merchant.call(settingsContract.changeSettings, { equipmentId: device.id, settings });
const changesOf = async (device: FakeDevice) => {
  const { records } = await merchant.call(settingsContract.listChanges, {
    equipmentId: device.id,
    size: 100,
  });
  return records;
};
const eventually = (check: () => Promise<void>) => vi.waitFor(check, soon);

async function passDeadline() {
  server.clock.forward(limits.settingsAnswerMs + 1);
  await endOverdue(server.services);
}

describe('changing a setting', () => {
  it('reaches the device as a whole signed document and becomes the confirmed one when it answers', async () => {
    const device = await connected(server);
    const { changeId, version } = await change(device, { force: { strongGrip: 77 } });
    expect(version).toBe(1);
    expect(device.received[0]?.settings).toMatchObject({
      force: { strongGrip: 77, weakGrip: 25 },
      play: { gameTimeS: 30 },
    });
    const now = await read(device);
    expect(now).toMatchObject({
      version: 1,
      settings: { force: { strongGrip: 77 } },
      change: { id: changeId, state: 'applied', reason: null },
      deviceDrift: null,
    });
    expect(now.change?.differences).toEqual([{ group: 'force', name: 'strongGrip', before: 90, after: 77 }]);
  });

  it('of how long a play may take is what plays count with from then on', async () => {
    const device = await connected(server);
    const { raw } = server.services.db;
    const seconds = async () =>
      (await raw`select play_time_s from device where id = ${device.id}`)[0]?.play_time_s;
    expect(await seconds()).toBeNull();
    await change(device, { play: { gameTimeS: 45 } });
    expect(await seconds()).toBe(45);
  });

  it('is written to the operation log with what differs and nothing else', async () => {
    const device = await connected(server);
    await change(device, { sound: { volume: 33, music: 'cheerful' } });
    const entry = rows(platformScope, auditEntries);
    const [logged] = await server.services.db.read.select().from(entry).where(eq(entry.entityId, device.id));
    expect(logged).toMatchObject({
      action: 'settings.change',
      before: { 'sound.volume': 60 },
      after: { 'sound.volume': 33 },
    });
  });

  it('does nothing when the device runs with these values already', async () => {
    const device = await connected(server);
    expect(await change(device, { force: { strongGrip: 90 } })).toEqual({ changeId: null, version: 0 });
    expect(device.received).toEqual([]);
  });

  it('is refused while the device is offline, and nothing waits for it', async () => {
    const device = await connected(server);
    await device.disconnect();
    await expect(change(device, { force: { strongGrip: 77 } })).rejects.toMatchObject({
      key: 'devices:error.offline',
    });
    await device.hello();
    expect(device.received).toEqual([]);
    expect(await changesOf(device)).toEqual([]);
    expect((await read(device)).settings.force).toMatchObject({ strongGrip: 90 });
  });

  it('keeps what was confirmed when the device refuses, and says which value', async () => {
    const device = await connected(server);
    device.manner = { refuses: 'invalid', path: 'force.strongGrip' };
    await change(device, { force: { strongGrip: 99 } });
    expect(await read(device)).toMatchObject({
      version: 0,
      settings: { force: { strongGrip: 90 } },
      change: { state: 'failed', reason: 'invalid', path: 'force.strongGrip' },
    });
  });

  it('fails when the device answers with another document than the one it was sent', async () => {
    const device = await connected(server);
    device.manner = 'garbles';
    await change(device, { force: { strongGrip: 99 } });
    await device.heartbeat();
    await eventually(async () =>
      expect(await read(device)).toMatchObject({
        version: 0,
        change: { state: 'failed', reason: 'invalid' },
        deviceDrift: expect.arrayContaining([
          { group: 'sound', name: 'volume', before: 60, after: 1 },
          { group: 'force', name: 'strongGrip', before: 90, after: 99 },
        ]),
      }),
    );
  });

  it('fails without an answer, and takes the next version for the next attempt', async () => {
    const device = await connected(server);
    device.manner = 'silent';
    await change(device, { force: { strongGrip: 99 } });
    expect((await read(device)).change).toMatchObject({ state: 'pending' });
    await passDeadline();
    expect((await read(device)).change).toMatchObject({ state: 'failed', reason: 'noAnswer' });
    device.manner = 'obeys';
    expect(await change(device, { force: { strongGrip: 98 } })).toMatchObject({ version: 2 });
    expect(await read(device)).toMatchObject({ version: 2, settings: { force: { strongGrip: 98 } } });
  });

  it.each(['hello', 'heartbeat'] as const)(
    'counts as applied after all when a later %s tells that the device took it',
    async (kind) => {
      const device = await connected(server);
      device.manner = 'mute';
      await change(device, { force: { strongGrip: 66 } });
      await passDeadline();
      expect(await read(device)).toMatchObject({ version: 0, change: { reason: 'noAnswer' } });
      await device[kind]();
      expect(await read(device)).toMatchObject({
        version: 1,
        settings: { force: { strongGrip: 66 } },
        change: { state: 'applied', reason: null },
        deviceDrift: null,
      });
    },
  );

  it('gives way to a newer change of the same device', async () => {
    const device = await connected(server);
    device.manner = 'silent';
    await change(device, { force: { strongGrip: 50 } });
    device.manner = 'obeys';
    await change(device, { force: { weakGrip: 20 } });
    const [newer, older] = await changesOf(device);
    expect(older).toMatchObject({ version: 1, state: 'failed', reason: 'superseded' });
    expect(newer).toMatchObject({ version: 2, state: 'applied' });
    expect((await read(device)).settings.force).toMatchObject({ strongGrip: 90, weakGrip: 20 });
  });

  it('leaves one change under way when many people save at once', async () => {
    const device = await connected(server);
    device.manner = 'silent';
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => change(device, { force: { strongGrip: 10 + index } })),
    );
    const changes = await changesOf(device);
    expect(changes.map(({ version }) => version).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(changes.filter(({ state }) => state === 'pending')).toHaveLength(1);
    expect(changes.find(({ state }) => state === 'pending')?.version).toBe(8);
  });

  it('numbers past what the device itself counts', async () => {
    const [device] = await addDevices(server, 1);
    device!.version = 41;
    await device!.connect();
    expect(await change(device!, { force: { strongGrip: 11 } })).toMatchObject({ version: 42 });
    expect(await read(device!)).toMatchObject({ version: 42, change: { state: 'applied' } });
  });
});

describe('settings changed at the machine itself', () => {
  async function drifted() {
    const device = await connected(server);
    await change(device, { force: { strongGrip: 70 } });
    device.touch('sound', { volume: 5 });
    await device.heartbeat();
    await eventually(async () => expect((await read(device)).deviceDrift).not.toBeNull());
    return device;
  }

  it('are asked for when the hash differs, and shown without touching what was confirmed', async () => {
    const device = await drifted();
    expect(await read(device)).toMatchObject({
      version: 1,
      settings: { sound: { volume: 60 } },
      deviceDrift: [{ group: 'sound', name: 'volume', before: 60, after: 5 }],
    });
  });

  it('are mended with one call, by sending the confirmed document under a new version', async () => {
    const device = await drifted();
    const { batchId } = await merchant.call(settingsContract.mendDrift, {
      equipmentIds: [device.id],
      to: 'last',
    });
    await eventually(async () => {
      const { batch } = await merchant.call(settingsContract.readBatch, { id: batchId });
      expect(batch).toMatchObject({ kind: 'restore', state: 'finished', applied: 1 });
    });
    expect(device.settings.sound).toMatchObject({ volume: 60 });
    expect(device.version).toBe(2);
    expect(await read(device)).toMatchObject({
      version: 2,
      deviceDrift: null,
      change: { differences: [{ group: 'sound', name: 'volume', before: 5, after: 60 }] },
    });
  });

  it('are taken over when the operator likes them', async () => {
    const device = await drifted();
    await merchant.call(settingsContract.acceptDrift, { equipmentId: device.id });
    expect(await read(device)).toMatchObject({ settings: { sound: { volume: 5 } }, deviceDrift: null });
    await expect(
      merchant.call(settingsContract.acceptDrift, { equipmentId: device.id }),
    ).rejects.toMatchObject({ key: 'settings:error.noDrift' });
    await device.heartbeat();
    expect((await read(device)).deviceDrift).toBeNull();
  });

  it('are forgotten when somebody puts them back at the machine', async () => {
    const device = await drifted();
    device.touch('sound', { volume: 60 });
    await device.heartbeat();
    expect((await read(device)).deviceDrift).toBeNull();
  });

  it('are undone by the next change, which sends the whole document', async () => {
    const device = await drifted();
    await change(device, { force: { weakGrip: 21 } });
    expect(device.settings).toMatchObject({ sound: { volume: 60 }, force: { weakGrip: 21, strongGrip: 70 } });
    expect(await read(device)).toMatchObject({ version: 2, deviceDrift: null });
  });

  it('can not be taken over when they are beyond the limits, and a hostile report harms nothing', async () => {
    const device = await connected(server);
    await device.report(
      {
        sound: { volume: 900, music: 'x'.repeat(5000), quietHours: { deep: [[[[]]]] }, constructor: 1 },
        force: 'no group',
        extra: { a: 1 },
        toString: [],
      },
      '0123456789abcdef',
    );
    const { deviceDrift } = await read(device);
    expect(deviceDrift).toContainEqual({ group: 'sound', name: 'volume', before: 60, after: 900 });
    expect(deviceDrift?.map(({ group }) => group)).not.toContain('extra');
    await expect(
      merchant.call(settingsContract.acceptDrift, { equipmentId: device.id }),
    ).rejects.toMatchObject({ key: 'settings:error.reportUnusable' });
  });
});

describe('other views on the same settings', () => {
  it('orders and hides the buttons of a screen, and puts them back', async () => {
    const device = await connected(server);
    const of = { equipmentId: device.id };
    await merchant.call(settingsContract.saveScreenFunctions, {
      ...of,
      list: [
        { code: 'help', sort: 1, ifShow: 1 },
        { code: 'points', sort: 0, ifShow: 0 },
      ],
    });
    const list = await merchant.call(settingsContract.listScreenFunctions, of);
    expect(list.slice(0, 2)).toEqual([
      { code: 'points', sort: 0, ifShow: 0 },
      { code: 'help', sort: 1, ifShow: 1 },
    ]);
    expect(list).toHaveLength(7);
    expect(list.slice(2).every(({ ifShow }) => ifShow === 0)).toBe(true);
    await merchant.call(settingsContract.restoreScreenFunctions, of);
    expect((await merchant.call(settingsContract.listScreenFunctions, of))[0]).toEqual({
      code: 'scanPay',
      sort: 0,
      ifShow: 1,
    });
  });

  it('switches the note acceptor, where there is one', async () => {
    const exchange = await connected(server, { type: 'exchange' });
    const wanted = { enabled: false, schedule: [{ days: [1, 2], period: '10:00-20:00' }] };
    await merchant.call(settingsContract.saveNoteSwitches, { equipmentId: exchange.id, ...wanted });
    expect(await merchant.call(settingsContract.listNoteSwitches, { equipmentId: exchange.id })).toEqual(
      wanted,
    );
    const claw = await connected(server);
    await expect(
      merchant.call(settingsContract.listNoteSwitches, { equipmentId: claw.id }),
    ).rejects.toMatchObject({ key: 'settings:error.notOfType' });
  });

  it('compares two devices of one type', async () => {
    const [one, other] = [await connected(server), await connected(server)];
    await change(other, { motion: { airGrab: true } });
    const compared = await merchant.call(settingsContract.compareSettings, {
      equipmentId: one.id,
      otherId: other.id,
    });
    expect(compared.differences).toEqual([{ group: 'motion', name: 'airGrab', before: false, after: true }]);
    const exchange = await connected(server, { type: 'exchange' });
    await expect(
      merchant.call(settingsContract.compareSettings, { equipmentId: one.id, otherId: exchange.id }),
    ).rejects.toMatchObject({ key: 'settings:error.otherType' });
  });
});

describe('clearing data', () => {
  const clear = (device: FakeDevice, confirmCode: string) =>
    merchant.call(settingsContract.clearData, { equipmentId: device.id, what: 'both', confirmCode });

  it('asks for the code of the device and does nothing without it', async () => {
    const device = await connected(server);
    await expect(clear(device, 'WRONG00')).rejects.toMatchObject({
      issues: [{ path: 'confirmCode', key: 'settings:error.wrongCode' }],
    });
    expect(device.commands).toEqual([]);
  });

  it('restores what the device was made with once the device says it is done', async () => {
    const device = await connected(server);
    await change(device, { force: { strongGrip: 12 } });
    await clear(device, device.code.toLowerCase());
    await eventually(async () =>
      expect(await read(device)).toMatchObject({
        settings: { force: { strongGrip: 90 } },
        version: 1,
        deviceDrift: null,
        change: { state: 'applied', differences: [{ name: 'strongGrip', before: 12, after: 90 }] },
      }),
    );
    expect(device.commands).toMatchObject([{ command: 'clear', parameters: { what: 'both' } }]);
    expect(await change(device, { force: { strongGrip: 13 } })).toMatchObject({ version: 2 });
  });
});
