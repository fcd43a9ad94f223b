import { describe, expect, it, vi } from 'vitest';
import { devicesContract } from '#features/machines/devices/contract.ts';
import { provideSettings, readCommands } from '#features/machines/devices/server/public.ts';
import { createTestDevice, type TestDevice } from '#features/machines/devices/test/test-device.ts';
import { settingsContract } from '#features/machines/settings/contract.ts';
import { vendingContract } from '#features/machines/vending/contract.ts';
import { coinsContract } from '#features/selling/coins/contract.ts';
import { remotecreditContract } from '#features/selling/remotecredit/contract.ts';
import { businessDay, dayMs } from '#kit/kernel/time.ts';
import { demoId } from '#kit/server/demo.ts';
import { platformScope } from '#kit/server/scope.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { fleetContract } from '../contract.ts';

const { server, staff } = testServer();
const merchant = staff('merchant');

const claw = demoId('device:CW10001');

describe('the state of a device', () => {
  it('holds presence, faults, totals, what today added, and the open command', async () => {
    const device = await createTestDevice(server);
    await device.say('hello', device.hello('a', { faults: ['coinJam'] }));
    await device.say('telemetry', device.telemetry(1, { counters: { plays: 8 } }));
    const { commandId } = await merchant.call(fleetContract.locateDevice, { equipmentId: device.id });
    const state = await merchant.call(fleetContract.readState, { equipmentId: device.id });
    expect(state).toMatchObject({
      online: true,
      faults: [{ code: 'coinJam', severity: 'stop' }],
      counters: { plays: 8 },
      today: { plays: 8 },
      command: { id: commandId, command: 'locate' },
    });
  });

  it('is not found by other merchants and by accounts of other sites', async () => {
    for (const user of ['merchant2', 'franchisee'] as const)
      await expect(
        (await server.as(user)).call(fleetContract.readState, { equipmentId: claw }),
      ).rejects.toMatchObject({ status: 404 });
  });
});

describe('staff commands', () => {
  it('carry the name of who asked, and are in the list with what became of them', async () => {
    const device = await createTestDevice(server, { type: 'exchange' });
    await device.say('hello', device.hello('a'));
    const { commandId } = await merchant.call(coinsContract.dispenseCoins, {
      equipmentId: device.id,
      number: 30,
    });
    await vi.waitFor(() => expect(device.heard('command').at(-1)?.id).toBe(commandId), soon);
    await device.say('result', {
      id: commandId,
      state: 'failed',
      reason: 'empty',
      counted: 12,
      at: server.clock.now().toISOString(),
    });
    const page = await merchant.call(fleetContract.listCommands, { equipmentId: device.id });
    expect(page.records).toMatchObject([
      { command: 'dispense', state: 'failed', reason: 'empty', asked: 30, counted: 12 },
    ]);
    expect(page.records[0]!.userName).toBeTruthy();
    const [command] = await readCommands(server.services.db.read, platformScope, [commandId]);
    expect(command!.userId).toBe(demoId('user:merchant'));
  });

  it('that give away coins or clear data are not sent this way', async () => {
    const device = await createTestDevice(server);
    await device.say('hello', device.hello('a'));
    for (const command of ['credit', 'freePlay', 'clear', 'constructor'])
      await expect(
        merchant.call(fleetContract.sendCommand, {
          equipmentId: device.id,
          command: command as 'locate',
          parameters: { amount: 1, plays: 1, what: 'coins' },
        }),
      ).rejects.toMatchObject({ status: 400 });
    const page = await merchant.call(fleetContract.listCommands, { equipmentId: device.id });
    expect(page.total).toBe(0);
  });

  it('of another type, or for an offline device, are refused with the reason', async () => {
    const device = await createTestDevice(server);
    const openDoor = () =>
      merchant.call(fleetContract.sendCommand, { equipmentId: device.id, command: 'openDoor' });
    await expect(openDoor()).rejects.toMatchObject({ status: 400, message: /offline/ });
    await device.say('hello', device.hello('a'));
    await expect(openDoor()).rejects.toMatchObject({ status: 400, message: /does not know/ });
  });

  it('need rights that a clerk who may look does not have', async () => {
    const clerk = await server.as('clerk');
    const device = await createTestDevice(server, { type: 'exchange' });
    await device.say('hello', device.hello('a'));
    const equipmentId = device.id;
    expect((await clerk.call(fleetContract.readState, { equipmentId })).online).toBe(true);
    for (const attempt of [
      () => clerk.call(coinsContract.dispenseCoins, { equipmentId, number: 5 }),
      () => clerk.call(fleetContract.locateDevice, { equipmentId }),
      () => clerk.call(fleetContract.sendCommand, { equipmentId, command: 'locate' }),
    ])
      await expect(attempt()).rejects.toMatchObject({ status: 403 });
  });
});

describe('the log of a device', () => {
  it('is filtered by kind and by business day', async () => {
    const device = await createTestDevice(server);
    const now = server.clock.now();
    await device.say(
      'telemetry',
      device.telemetry(1, {
        events: [
          { kind: 'play', at: now.toISOString() },
          { kind: 'win', at: now.toISOString(), lane: 3 },
        ],
      }),
    );
    const list = (filter: object) =>
      merchant.call(fleetContract.listRecords, { equipmentId: device.id, ...filter });
    expect((await list({ kinds: ['win'] })).records).toMatchObject([{ kind: 'win', data: { lane: 3 } }]);
    const today = businessDay(now);
    expect((await list({ from: today, to: today })).total).toBe(2);
    const tomorrow = businessDay(new Date(now.getTime() + dayMs));
    expect((await list({ from: tomorrow })).total).toBe(0);
    expect((await list({ from: '0000-01-01', to: '9999-12-31' })).total).toBe(2);
  });

  it('of the demo has lines of the last days', async () => {
    const page = await merchant.call(fleetContract.listRecords, { equipmentId: claw });
    expect(page.total).toBeGreaterThan(10);
  });
});

describe('coins in hoppers', () => {
  it('are low by the machine’s own settings where these are known', async () => {
    const device = await createTestDevice(server, { type: 'exchange' });
    const equipmentId = device.id;
    await device.say(
      'telemetry',
      device.telemetry(1, {
        hoppers: [
          { hopper: 1, coins: 150 },
          { hopper: 2, coins: 900 },
        ],
        faults: [],
      }),
    );
    const before = await merchant.call(fleetContract.listExchangeStock, { equipmentId });
    expect(before.map(({ hopper, coins }) => [hopper, coins])).toEqual([
      [1, 150],
      [2, 900],
    ]);
    provideSettings(server.services, async () => ({
      exchange: { hoppers: [{ hopper: 1, enabled: true, capacity: 1500, lowAt: 200 }] },
    }));
    const after = await merchant.call(fleetContract.listExchangeStock, { equipmentId });
    expect(after[0]).toEqual({ hopper: 1, coins: 150, capacity: 1500, lowCoins: 200, low: true });
    expect(after[1]).toMatchObject({ capacity: null, low: false });
    await expect(merchant.call(fleetContract.listExchangeStock, { equipmentId: claw })).rejects.toMatchObject(
      { status: 400 },
    );
  });
});

describe('how a machine is', () => {
  /** The word of every call that says one, and when the machine was last seen. */
  async function said(device: TestDevice) {
    const { id: equipmentId, code } = device;
    const own = <R extends { equipmentId: string }>(records: readonly R[]) =>
      records.find((record) => record.equipmentId === equipmentId);
    const { fieldId } = await merchant.call(fleetContract.readDevice, { equipmentId });
    const [page, list, ofSite, hub, settings, preview, lanes, stock, exchanges, credit] = await Promise.all([
      merchant.call(fleetContract.readDevice, { equipmentId }),
      merchant.call(fleetContract.listDevices, { keyword: code }),
      merchant.call(fleetContract.listDevicesOfSite, { fieldId }),
      merchant.call(fleetContract.readState, { equipmentId }),
      merchant.call(settingsContract.readSettings, { equipmentId }),
      merchant.call(settingsContract.previewBatch, {
        equipmentIds: [equipmentId],
        settings: { sound: { volume: 11 } },
      }),
      merchant.call(vendingContract.listLaneDevices, { word: code }),
      merchant.call(vendingContract.listStock, { size: 100 }),
      merchant.call(coinsContract.listExchangeAccounts, { size: 100 }),
      merchant.call(remotecreditContract.listCreditDevices, { keyword: code }),
    ]);
    const rows = [
      page,
      own(list.records),
      own(ofSite),
      hub,
      settings.device,
      preview.items[0]?.device,
      own(lanes.records),
      own(stock.records),
      own(exchanges.records),
      own(credit.records),
    ].filter((row) => row !== undefined);
    return {
      places: rows.length,
      words: [...new Set(rows.map(({ state }) => state))],
      seen: [...new Set(rows.map(({ lastSeenAt }) => lastSeenAt))],
    };
  }

  it('is one word on every page, and a fault wins over whatever it does', async () => {
    const types = { claw: 7, vending: 8, exchange: 7 } as const;
    for (const [type, places] of Object.entries(types)) {
      const device = await createTestDevice(server, { type: type as keyof typeof types });
      await device.say('hello', device.hello('word', { faults: ['powerLow'] }));
      expect(await said(device)).toMatchObject({ places, words: ['fault'] });
      await device.say('heartbeat', device.heartbeat('word', { busy: true }));
      expect(await said(device)).toMatchObject({ words: ['fault'] });
      await device.say('hello', device.hello('mended'));
      await device.say('heartbeat', device.heartbeat('mended', { busy: true }));
      expect(await said(device)).toMatchObject({ places, words: ['busy'] });
      await device.say('offline', { session: 'mended', reason: 'shutdown' });
      const gone = await said(device);
      expect(gone).toMatchObject({ places, words: ['offline'] });
      expect(gone.seen).toHaveLength(1);
      expect(gone.seen[0]).toMatch(/^20/);
    }
  });
});

it('types tell their groups, commands, counters and faults, and which commands staff may send', async () => {
  const types = await (await server.as('clerk')).call(fleetContract.listDeviceTypes, {});
  expect(types.map(({ type }) => type)).toHaveLength(7);
  const exchange = types.find(({ type }) => type === 'exchange')!;
  expect(exchange.name).toBe('Coin exchange machine');
  expect(exchange.commands.find(({ command }) => command === 'dispense')).toMatchObject({
    moves: true,
    staff: false,
  });
  expect(exchange.commands.find(({ command }) => command === 'countHopper')).toMatchObject({ staff: true });
});

it('the platform sees who was turned away, merchants do not', async () => {
  const device = await createTestDevice(server);
  await device.say('hello', device.hello('a', { type: 'lottery' }));
  const admin = await server.as('admin');
  const page = await admin.call(devicesContract.listRefusals, { code: device.code });
  expect(page.records).toMatchObject([{ reason: 'type', detail: 'lottery' }]);
  await expect((await server.as('merchant')).call(devicesContract.listRefusals, {})).rejects.toMatchObject({
    status: 403,
  });
});
