import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { newId } from '#kit/kernel/ids.ts';
import { hourMs } from '#kit/kernel/time.ts';
import { limits } from '#kit/protocol/limits.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert } from '#kit/server/tables.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { devicesContract } from '../contract.ts';
import { isUnclaimedOnline } from '../server/device-queries.ts';
import { sweepSilence } from '../server/link/sweep-silence.ts';
import { findDevice, onDeviceFacts } from '../server/public.ts';
import { deviceIdentities, devices } from '../tables.ts';
import { createTestDevice, type TestDevice } from './test-device.ts';

const { server } = testServer();

describe('presence', () => {
  it('a hello makes a device online and is answered with the last telemetry the server stored', async () => {
    const device = await createTestDevice(server);
    await device.say('telemetry', device.telemetry(7, { counters: { plays: 3 } }));
    await device.say('hello', device.hello('a', { firmware: '2.1.0' }));
    expect(await device.view()).toMatchObject({ online: true, firmware: '2.1.0', signalDbm: -60 });
    expect(device.heard('welcome')).toMatchObject([{ claimed: true, epoch: 0, seq: 7 }]);
    expect(await device.log('online')).toHaveLength(1);
  });

  it('the last will of an older connection changes nothing, that of the open one does', async () => {
    const device = await createTestDevice(server);
    await device.say('hello', device.hello('old'));
    await device.say('hello', device.hello('new'));
    await device.say('offline', { session: 'old', reason: 'lost' });
    expect((await device.view()).online).toBe(true);
    await device.say('offline', { session: 'new', reason: 'lost' });
    expect((await device.view()).online).toBe(false);
    expect((await device.log('online', 'offline')).map(({ kind }) => kind)).toEqual(['online', 'offline']);
  });

  it('a heartbeat overtaken by its own last will does not bring the device back', async () => {
    const device = await createTestDevice(server);
    await device.say('hello', device.hello('a'));
    const late = device.heartbeat('a');
    server.clock.forward(1000);
    await device.say('offline', { session: 'a', reason: 'lost' });
    await device.say('heartbeat', late);
    expect((await device.view()).online).toBe(false);
  });

  it('a heartbeat of a connection whose hello was lost brings the device online', async () => {
    const device = await createTestDevice(server);
    await device.say('heartbeat', device.heartbeat('a', { busy: true }));
    expect(await device.view()).toMatchObject({ online: true, busy: true });
  });

  it('three missed heartbeats make a device offline, and the same connection brings it back', async () => {
    const device = await createTestDevice(server);
    const heard: string[] = [];
    onDeviceFacts(server.services, {
      async presence(_tx, list) {
        for (const change of list) if (change.deviceId === device.id) heard.push(change.reason);
      },
    });
    await device.say('hello', device.hello('a'));
    server.clock.forward(limits.silentAfterMs - 1000);
    await sweepSilence(server.services);
    expect((await device.view()).online).toBe(true);
    server.clock.forward(2000);
    await sweepSilence(server.services);
    expect((await device.view()).online).toBe(false);
    await device.say('heartbeat', device.heartbeat('a'));
    expect((await device.view()).online).toBe(true);
    expect(heard).toEqual(['hello', 'silent', 'heartbeat']);
  });
});

describe('a machine that changes hands while it is connected', () => {
  const pin = '246810';
  const register = async (device: TestDevice) => {
    const merchant = await server.as('merchant');
    const { equipmentId } = await merchant.call(fleetContract.registerDevice, {
      type: 'claw',
      code: device.code,
      claimPin: pin,
      fieldId: demoId('site:merchant:2'),
    });
    await hears(device, true);
    return equipmentId;
  };
  const letGo = async (device: TestDevice) => {
    await (await server.as('merchant')).call(fleetContract.unbindDevices, { ids: [device.id] });
    await hears(device, false);
  };
  const hears = (device: TestDevice, claimed: boolean) =>
    expect.poll(() => device.heard('welcome').at(-1)?.claimed, soon).toBe(claimed);
  const countedFor = async (id: string) => {
    const [row] = await server.services.db
      .raw`select coalesce(sum(amount), 0)::int as plays from device_day where device_id = ${id}`;
    return row?.plays;
  };

  it('is told that it was let go, and that it was claimed, before it says anything', async () => {
    const device = await createTestDevice(server);
    await device.say('hello', device.hello('a'));
    await letGo(device);
    const owned = await register(device);
    expect(device.heard('welcome').at(-1)).toMatchObject({ claimed: true, epoch: 0, seq: 0 });
    await device.say('heartbeat', device.heartbeat('a'));
    expect((await findDevice(server.services.db.read, tenantScope(device.tenantId), owned)).online).toBe(
      true,
    );
  });

  it('is told again when it talks like somebody’s', async () => {
    const device = await createTestDevice(server, { claimed: false });
    await device.say('heartbeat', device.heartbeat('a'));
    await device.say('telemetry', device.telemetry(4, { counters: { plays: 5 } }));
    expect(device.heard('welcome')).toMatchObject([{ claimed: false }, { claimed: false }]);
  });

  it('brings its new owner nothing that it counted while it was nobody’s, even if it goes on as before', async () => {
    const device = await createTestDevice(server);
    await device.say('hello', device.hello('a'));
    await device.say('telemetry', device.telemetry(3, { epoch: 2, counters: { plays: 10 } }));
    await letGo(device);
    await device.say('telemetry', device.telemetry(4, { epoch: 2, counters: { plays: 60 } }));
    const owned = await register(device);
    const at = server.clock.now().toISOString();
    // one without totals is acknowledged too
    await device.say('telemetry', device.telemetry(4, { epoch: 2, faults: [] }));
    expect(device.heard('ack').at(-1)).toEqual({ epoch: 2, seq: 4 });
    await device.say(
      'telemetry',
      device.telemetry(5, { epoch: 2, counters: { plays: 90 }, events: [{ kind: 'play', at }] }),
    );
    expect(device.heard('ack').at(-1)).toEqual({ epoch: 2, seq: 5 });
    expect(await countedFor(owned)).toBe(0);
    await device.say('telemetry', device.telemetry(6, { epoch: 2, counters: { plays: 97 } }));
    expect(await countedFor(owned)).toBe(7);
  });

  it('counts everything for its new owner when it begins a new epoch, whichever it remembers', async () => {
    for (const epoch of [1, 6]) {
      const device = await createTestDevice(server);
      await device.say('telemetry', device.telemetry(3, { epoch: 4, counters: { plays: 10 } }));
      await letGo(device);
      const owned = await register(device);
      await device.say('hello', device.hello('b', { epoch: 4 }));
      expect(device.heard('welcome').at(-1)).toMatchObject({ claimed: true, epoch: 0, seq: 0 });
      await device.say('telemetry', device.telemetry(1, { epoch, counters: { plays: 4 } }));
      expect(await countedFor(owned)).toBe(4);
      await device.say('hello', device.hello('c', { epoch }));
      expect(device.heard('welcome').at(-1)).toMatchObject({ epoch, seq: 1 });
    }
  });
});

it('a device whose clock is wrong asks for the time without logging in', async () => {
  const { unix, now } = await (await server.as(undefined)).call(devicesContract.readClock, {});
  expect(Math.floor(Date.parse(now) / 1000)).toBe(unix);
  expect(Math.abs(Date.parse(now) - server.clock.now().getTime())).toBeLessThan(limits.clockToleranceMs);
});

describe('a controller nobody has claimed', () => {
  it('is answered and seen, but nothing it tells is stored', async () => {
    const device = await createTestDevice(server, { claimed: false });
    const { db, clock } = server.services;
    await device.say('hello', device.hello('a'));
    expect(device.heard('welcome')).toMatchObject([{ claimed: false }]);
    await device.say('telemetry', device.telemetry(1, { counters: { plays: 5 } }));
    expect(device.heard('ack')).toEqual([]);
    expect(await isUnclaimedOnline(db.read, device.code, clock.now())).toBe(true);
    await device.say('offline', { session: 'a', reason: 'shutdown' });
    expect(await isUnclaimedOnline(db.read, device.code, clock.now())).toBe(false);
  });

  it('is welcomed again when it is claimed while it is connected', async () => {
    const device = await createTestDevice(server, { claimed: false });
    await device.say('hello', device.hello('a'));
    const id = newId();
    const { merchant: tenantId } = demoTenants;
    await server.services.db.transaction(async (tx) => {
      await insert(tx, tenantScope(tenantId), devices, {
        id,
        siteId: demoId('site:merchant:2'),
        code: device.code,
        type: 'claw',
        number: 777,
      });
      await tx
        .update(deviceIdentities)
        .set({ tenantId, deviceId: id })
        .where(eq(deviceIdentities.code, device.code));
    });
    await vi.waitFor(() => expect(device.heard('welcome').at(-1)).toMatchObject({ claimed: true }), soon);
    const view = await findDevice(server.services.db.read, tenantScope(tenantId), id);
    expect(view.online).toBe(true);
  });
});

describe('how much a machine is used', () => {
  it('is counted by the hour, for those who may see the machine', async () => {
    const device = await createTestDevice(server);
    const usesFor = async (account: 'merchant' | 'merchant2') => {
      // the clock moves on, and a log-in ends
      const client = await server.logIn(account);
      const [uses] = await client.call(fleetContract.readUses, { ids: [device.id] });
      return uses?.hours.slice(-3);
    };
    await device.say('telemetry', device.telemetry(1, { counters: { plays: 3, coinsIn: 3 } }));
    await device.say('telemetry', device.telemetry(2, { counters: { plays: 5, coinsIn: 6 } }));
    expect(await usesFor('merchant')).toEqual([0, 0, 5]);
    server.clock.forward(2 * hourMs);
    await device.say('telemetry', device.telemetry(3, { counters: { plays: 9 } }));
    expect(await usesFor('merchant')).toEqual([5, 0, 4]);
    expect(await usesFor('merchant2')).toEqual([0, 0, 0]);
  });

  it('is added up for a site: plays and nothing else, for those who may see it', async () => {
    const device = await createTestDevice(server);
    const exchange = await createTestDevice(server, { type: 'exchange' });
    const { siteId } = await findDevice(server.services.db.read, tenantScope(device.tenantId), device.id);
    const playsFor = async (account: 'merchant' | 'merchant2') => {
      const client = await server.logIn(account);
      const [plays] = await client.call(fleetContract.readSitePlays, { ids: [siteId] });
      return plays?.hours ?? [];
    };
    const before = await playsFor('merchant');
    expect(before).toHaveLength(24);
    await device.say('telemetry', device.telemetry(1, { counters: { plays: 7 } }));
    await exchange.say('telemetry', exchange.telemetry(1, { counters: { coinsOut: 50 } }));
    const after = await playsFor('merchant');
    expect(after.at(-1)! - before.at(-1)!).toBe(7);
    expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
    expect((await playsFor('merchant2')).every((hour) => hour === 0)).toBe(true);
  });
});
