import { beforeAll, expect, it, vi } from 'vitest';
import { devicesContract } from '#features/machines/devices/contract.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { limits } from '#kit/protocol/limits.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { settingsContract } from '../contract.ts';
import { expectPresets } from '../server/give-presets.ts';
import { adoptPrices } from '../server/keep-prices.ts';
import { endOverdue } from '../server/send-changes.ts';
import { addDevices, connected, FakeDevice } from './fake-device.ts';

const { server, staff } = testServer();
const admin = staff('admin');
let merchant: Client;
beforeAll(async () => {
  merchant = await server.as('merchant');
  const { records } = await merchant.call(settingsContract.listPresets, { size: 100 });
  await merchant.call(settingsContract.removePresets, { ids: records.map(({ id }) => id) });
});

const siteId = demoId('site:merchant:3');
const preset = (ticketsPerPlay: number, fieldId?: string) =>
  merchant.call(settingsContract.savePreset, {
    name: 'Preset',
    type: 'lottery',
    fieldId,
    settings: { tickets: { ticketsPerPlay } },
  });

it('there is one preset per type and site, and one per type for all sites', async () => {
  const everywhere = await preset(3);
  const here = await preset(4, siteId);
  await expect(preset(5)).rejects.toMatchObject({ status: 409, key: 'settings:error.presetExists' });
  await expect(preset(5, siteId)).rejects.toMatchObject({ key: 'settings:error.presetExists' });
  await expect(
    merchant.call(settingsContract.savePreset, {
      id: here.id,
      name: 'Moved',
      type: 'lottery',
      settings: { tickets: { ticketsPerPlay: 5 } },
    }),
  ).rejects.toMatchObject({ key: 'settings:error.presetExists' });
  await merchant.call(settingsContract.removePresets, { ids: [everywhere.id, here.id] });
  // made and gone: open pages are told of both
  const told = await server.services.db.raw`
    select data->>'id' as id from outbox where event = 'settings.preset' and data->>'id' = ${here.id}`;
  expect(told).toHaveLength(2);
});

it('a device follows the preset of its site before the one for all sites, and is mended to it with one call', async () => {
  const there = await connected(server, { type: 'lottery', siteId: demoId('site:merchant:1') });
  const here = await connected(server, { type: 'lottery', siteId });
  const everywhere = await preset(3);
  const local = await preset(4, siteId);
  const read = (equipmentId: string) => merchant.call(settingsContract.readSettings, { equipmentId });
  expect(await read(there.id)).toMatchObject({
    presetId: everywhere.id,
    presetDrift: [{ group: 'tickets', name: 'ticketsPerPlay', before: 3, after: 2 }],
  });
  expect(await read(here.id)).toMatchObject({ presetId: local.id, presetDrift: [{ before: 4, after: 2 }] });
  const { records } = await merchant.call(settingsContract.listPresets, { type: 'lottery' });
  const listed = records.find(({ id }) => id === local.id);
  const detail = await merchant.call(settingsContract.readPreset, { id: local.id });
  const drifted = await merchant.call(settingsContract.listDrifted, { id: local.id, size: 100 });
  const driftedIds = drifted.records.map(({ device }) => device.equipmentId);
  expect(driftedIds).toContain(here.id);
  expect(driftedIds).not.toContain(there.id);
  expect(listed).toMatchObject({ deviceNumber: drifted.total, driftNumber: drifted.total, agrees: false });
  expect(detail).toMatchObject({ deviceNumber: drifted.total, driftNumber: drifted.total });

  const { batchId } = await merchant.call(settingsContract.mendDrift, {
    equipmentIds: [there.id, here.id],
    to: 'preset',
  });
  await vi.waitFor(async () => {
    const { batch } = await merchant.call(settingsContract.readBatch, { id: batchId });
    expect(batch).toMatchObject({ kind: 'preset', applied: 2, pending: 0 });
  }, soon);
  expect(there.settings.tickets).toMatchObject({ ticketsPerPlay: 3 });
  expect(here.settings.tickets).toMatchObject({ ticketsPerPlay: 4 });
  expect(await read(here.id)).toMatchObject({ presetDrift: [] });
  await merchant.call(settingsContract.removePresets, { ids: [everywhere.id, local.id] });
  await expect(
    merchant.call(settingsContract.mendDrift, { equipmentIds: [here.id], to: 'preset' }),
  ).rejects.toMatchObject({ key: 'settings:error.noPreset' });
});

it('what differs from a preset is counted and paged by the database value by value, and mended with one call', async () => {
  const here = demoId('site:merchant:2');
  const schedule = [{ days: [1, 2], period: '08:00-12:00' }];
  const longer = [...schedule, { days: [6], period: '09:00-10:00' }];
  const add = () => connected(server, { type: 'exchange', siteId: here });
  const [following, longerThere, asMade, away] = [await add(), await add(), await add(), await add()];
  const run = async (machine: FakeDevice, noteSwitch: Record<string, unknown>) => {
    const { batchId } = await merchant.call(settingsContract.startBatch, {
      equipmentIds: [machine.id],
      settings: { noteSwitch },
    });
    const read = () => merchant.call(settingsContract.readBatch, { id: batchId });
    await vi.waitFor(async () => expect((await read()).batch.applied).toBe(1), soon);
  };
  await run(following, { schedule });
  // holds all that the preset asks for, and one entry more
  await run(longerThere, { schedule: longer });
  await away.disconnect();
  const { id } = await merchant.call(settingsContract.savePreset, {
    name: 'Hours',
    type: 'exchange',
    fieldId: here,
    settings: { noteSwitch: { schedule, enabled: true } },
  });
  const own = new Set([following, longerThere, asMade, away].map((machine) => machine.id));
  const drifted = async (size: number, current = 1) =>
    merchant.call(settingsContract.listDrifted, { id, size, current });
  const all = await drifted(100);
  expect(
    all.records
      .filter(({ device }) => own.has(device.equipmentId))
      .map(({ device, differences }) => [device.equipmentId, differences])
      .sort(),
  ).toEqual(
    [
      [longerThere.id, [{ group: 'noteSwitch', name: 'schedule', before: schedule, after: longer }]],
      [asMade.id, [{ group: 'noteSwitch', name: 'schedule', before: schedule, after: [] }]],
      [away.id, [{ group: 'noteSwitch', name: 'schedule', before: schedule, after: [] }]],
    ].sort(),
  );
  const pages = [await drifted(2), await drifted(2, 2)];
  expect(pages.map(({ total }) => total)).toEqual([all.total, all.total]);
  expect(pages.flatMap(({ records }) => records)).toEqual(all.records.slice(0, 4));
  const online = all.records.filter(({ device }) => device.online).length;
  expect(await merchant.call(settingsContract.readPreset, { id })).toMatchObject({
    deviceNumber: all.total + 1,
    driftNumber: all.total,
    mendableNumber: online,
    agrees: false,
  });
  const { batchId } = await merchant.call(settingsContract.mendToPreset, { id });
  const { batch } = await merchant.call(settingsContract.readBatch, { id: batchId });
  expect(batch).toMatchObject({ kind: 'preset', total: online });
  await vi.waitFor(() => expect(asMade.settings.noteSwitch).toMatchObject({ schedule }), soon);
  await merchant.call(settingsContract.removePresets, { ids: [id] });
  await expect(merchant.call(settingsContract.mendToPreset, { id })).rejects.toMatchObject({ status: 404 });
});

it('a machine gets its preset when it speaks first after it was registered, over what it came with, once', async () => {
  const everywhere = await preset(6);
  const [identity] = await admin.call(devicesContract.produceIdentities, {
    type: 'lottery',
    model: 'T',
    count: 1,
  });
  const { code, claimPin } = identity!;
  const machine = new FakeDevice(server, code, 'lottery');
  // somebody turned a knob before it came here
  machine.touch('sound', { volume: 7 });
  const { equipmentId } = await merchant.call(fleetContract.registerDevice, {
    type: 'lottery',
    code,
    claimPin,
    fieldId: siteId,
  });
  const read = () => merchant.call(settingsContract.readSettings, { equipmentId });
  machine.manner = 'silent';
  await machine.connect();
  await vi.waitFor(() => expect(machine.received).toHaveLength(1), soon);
  expect(machine.received[0]!.settings).toMatchObject({
    tickets: { ticketsPerPlay: 6 },
    sound: { volume: 7 },
  });
  // nobody answered: it is given again with the next hello
  server.clock.forward(limits.settingsAnswerMs + 1000);
  merchant = await server.logIn('merchant');
  await endOverdue(server.services);
  machine.manner = 'obeys';
  await machine.hello();
  await vi.waitFor(async () => expect(await read()).toMatchObject({ presetDrift: [] }), soon);
  expect(machine.settings).toMatchObject({ tickets: { ticketsPerPlay: 6 }, sound: { volume: 7 } });
  const { records } = await merchant.call(settingsContract.listChanges, { equipmentId });
  expect(records[0]).toMatchObject({
    state: 'applied',
    differences: [{ group: 'tickets', before: 2, after: 6 }],
  });
  // and not over what people do later
  await merchant.call(settingsContract.changeSettings, {
    equipmentId,
    settings: { tickets: { ticketsPerPlay: 1 } },
  });
  await vi.waitFor(() => expect(machine.settings.tickets).toMatchObject({ ticketsPerPlay: 1 }), soon);
  const sent = machine.received.length;
  await machine.hello();
  await machine.heartbeat();
  expect(machine.received).toHaveLength(sent);
  await merchant.call(settingsContract.removePresets, { ids: [everywhere.id] });
});

it('a machine that refuses its preset is not asked again and again, and one without a preset is left alone', async () => {
  const everywhere = await preset(6);
  const [refusing] = await addDevices(server, 1, { type: 'lottery' });
  const by = { userId: newId(), account: 'merchant', name: 'M' };
  const expectFor = ({ id, code, type }: FakeDevice) =>
    server.services.db.transaction((tx) =>
      expectPresets(tx, [
        { tenantId: demoTenants.merchant, deviceId: id, siteId, code, type, by, priceFen: null },
      ]),
    );
  await expectFor(refusing!);
  refusing!.manner = { refuses: 'invalid', path: 'tickets.ticketsPerPlay' };
  await refusing!.connect();
  await vi.waitFor(() => expect(refusing!.received).toHaveLength(1), soon);
  await refusing!.hello();
  await refusing!.hello();
  expect(refusing!.received).toHaveLength(1);
  await merchant.call(settingsContract.removePresets, { ids: [everywhere.id] });
  const [plain] = await addDevices(server, 1, { type: 'lottery' });
  await expectFor(plain!);
  await plain!.connect();
  const later = await preset(6);
  await plain!.hello();
  expect(plain!.received).toEqual([]);
  await merchant.call(settingsContract.removePresets, { ids: [later.id] });
});

it('the price named with the registration is given to the machine, over the preset’s, and is its price from then on', async () => {
  const { id: presetId } = await merchant.call(settingsContract.savePreset, {
    name: 'Priced',
    type: 'lottery',
    settings: { consume: { pricePerPlay: 300 }, tickets: { ticketsPerPlay: 4 } },
  });
  const made = { type: 'lottery' as const, model: 'T', count: 2 };
  const [one, other] = await admin.call(devicesContract.produceIdentities, made);
  const register = ({ code, claimPin }: { code: string; claimPin: string }, priceFen?: number) =>
    merchant.call(fleetContract.registerDevice, {
      type: 'lottery',
      code,
      claimPin,
      fieldId: siteId,
      priceFen,
    });
  const priceOf = async (equipmentId: string) =>
    (await merchant.call(fleetContract.readDevice, { equipmentId })).priceFen;
  const { equipmentId } = await register(one!, 550);
  expect(await priceOf(equipmentId)).toBe(550);
  const machine = new FakeDevice(server, one!.code, 'lottery');
  await machine.connect();
  await vi.waitFor(() => expect(machine.settings.consume).toMatchObject({ pricePerPlay: 550 }), soon);
  expect(machine.settings.tickets).toMatchObject({ ticketsPerPlay: 4 });
  await vi.waitFor(
    async () =>
      expect(await merchant.call(settingsContract.readSettings, { equipmentId })).toMatchObject({
        settings: { consume: { pricePerPlay: 550 } },
      }),
    soon,
  );
  expect(await priceOf(equipmentId)).toBe(550);
  // a machine that refuses has the price it runs with
  const plain = await register(other!, 700);
  const refusing = new FakeDevice(server, other!.code, 'lottery');
  refusing.manner = { refuses: 'invalid', path: 'consume.pricePerPlay' };
  await refusing.connect();
  await vi.waitFor(() => expect(refusing.received).toHaveLength(1), soon);
  await vi.waitFor(async () => expect(await priceOf(plain.equipmentId)).toBe(200), soon);
  await merchant.call(settingsContract.removePresets, { ids: [presetId] });
});

it('a machine that was registered before prices were one is told what has been charged', async () => {
  const [machine] = await addDevices(server, 1, { type: 'lottery' });
  await server.services.db.raw`update device set price_fen = 650 where id = ${machine!.id}`;
  await adoptPrices(server.services);
  await machine!.connect();
  await vi.waitFor(() => expect(machine!.settings.consume).toMatchObject({ pricePerPlay: 650 }), soon);
});

it('only what has a price per play can be given one', async () => {
  const made = { type: 'vending' as const, model: 'T', count: 1 };
  const [identity] = await admin.call(devicesContract.produceIdentities, made);
  const { code, claimPin } = identity!;
  const asked = { type: 'vending' as const, code, claimPin, fieldId: siteId, priceFen: 300 };
  await expect(merchant.call(fleetContract.registerDevice, asked)).rejects.toMatchObject({
    issues: [{ path: 'priceFen', key: 'devices:error.noPlayPrice' }],
  });
});

it('a preset holds only values its type allows', async () => {
  const save = (settings: Record<string, Record<string, unknown>>) =>
    merchant.call(settingsContract.savePreset, { name: 'Bad', type: 'lottery', settings });
  await expect(save({ force: { strongGrip: 1 } })).rejects.toMatchObject({
    issues: [{ path: 'settings.force', key: 'settings:error.unknownGroup' }],
  });
  await expect(save({ tickets: { nothing: 1, stock: -1 } })).rejects.toMatchObject({
    issues: [
      { path: 'settings.tickets.stock', key: 'kit:validation.tooSmall', params: { min: 0 } },
      { path: 'settings.tickets.nothing', key: 'settings:error.unknownSetting' },
    ],
  });
});
