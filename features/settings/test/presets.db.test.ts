import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { devicesContract } from '#features/devices/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { limits } from '#kit/protocol/limits.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { settingsContract } from '../contract.ts';
import { expectPresets } from '../server/give-presets.ts';
import { endOverdue } from '../server/send-changes.ts';
import { addDevices, connected, FakeDevice } from './fake-device.ts';

let server: TestServer;
let merchant: Client;
beforeAll(async () => {
  server = await startTestServer();
  merchant = await server.as('merchant');
  const { records } = await merchant.call(settingsContract.listPresets, { size: 100 });
  await merchant.call(settingsContract.removePresets, { ids: records.map(({ id }) => id) });
});
afterAll(() => server.close());

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
  expect(detail.devices.map(({ device }) => device.equipmentId)).toContain(here.id);
  expect(detail.devices.map(({ device }) => device.equipmentId)).not.toContain(there.id);
  expect(listed).toMatchObject({ deviceNumber: detail.devices.length, driftNumber: detail.devices.length });

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

it('a machine gets its preset when it speaks first after it was registered, over what it came with, once', async () => {
  const everywhere = await preset(6);
  const admin = await server.as('admin');
  const [identity] = await admin.call(devicesContract.produceIdentities, {
    type: 'lottery',
    model: 'T',
    count: 1,
  });
  const { code, claimPin } = identity!;
  const machine = new FakeDevice(server, code, 'lottery');
  // somebody turned a knob before it came here
  machine.touch('sound', { volume: 7 });
  const { equipmentId } = await merchant.call(devicesContract.registerDevice, {
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
      expectPresets(tx, [{ tenantId: demoTenants.merchant, deviceId: id, siteId, code, type, by }]),
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
