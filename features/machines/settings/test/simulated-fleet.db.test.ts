import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listDeviceLogins } from '#features/machines/devices/server/public.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { packagesContract } from '#features/selling/packages/contract.ts';
import { playContract } from '#features/selling/play/contract.ts';
import { demoId } from '#kit/server/demo.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { Fleet } from '#simulators/devices/fleet.ts';
import { profiles } from '#simulators/devices/profiles.ts';
import { settingsContract } from '../contract.ts';

/** The reference client of the protocol, over a real broker: what it does, firmware does. */
const codes = ['CW10001', 'CW10002', 'VM10001'];
const idOf = (code: string) => demoId(`device:${code}`);

const { server, staff } = testServer({}, { broker: true });
const merchant = staff('merchant');
let fleet: Fleet;
beforeAll(async () => {
  const logins = await listDeviceLogins(server.services.db.read, server.services.secrets);
  fleet = new Fleet({
    url: server.brokerUrl ?? '',
    identities: logins.filter(({ code }) => codes.includes(code)),
    profileOf: () => ({ ...profiles.quiet, visitsPerHour: profiles.quiet.visitsPerHour.map(() => 0) }),
    seed: 'settings',
  });
  await fleet.start();
  await vi.waitUntil(async () => {
    const all = await Promise.all(codes.map((code) => read(code)));
    return all.every(({ device }) => device.online);
  }, soon);
});
afterAll(() => fleet.stop());

const read = (code: string) => merchant.call(settingsContract.readSettings, { equipmentId: idOf(code) });
const memory = (code: string) => fleet.device(code).client.controller?.memory;

it('a machine that was never configured agrees with us', async () => {
  for (const code of codes) expect(await read(code)).toMatchObject({ version: 0, deviceDrift: null });
});

it('a change reaches the machine, and what is turned at its panel is shown and mended', async () => {
  const [code] = codes as [string];
  await merchant.call(settingsContract.changeSettings, {
    equipmentId: idOf(code),
    settings: { force: { strongGrip: 64 } },
  });
  await vi.waitFor(
    async () => expect(await read(code)).toMatchObject({ version: 1, deviceDrift: null }),
    soon,
  );
  expect(memory(code)).toMatchObject({ settingsVersion: 1, settings: { force: { strongGrip: 64 } } });

  await fleet.device(code).touchPanel({ sound: { volume: 7 } });
  await vi.waitFor(
    async () =>
      expect((await read(code)).deviceDrift).toEqual([
        { group: 'sound', name: 'volume', before: 60, after: 7 },
      ]),
    soon,
  );
  await merchant.call(settingsContract.mendDrift, { equipmentIds: [idOf(code)], to: 'last' });
  await vi.waitFor(
    async () => expect(await read(code)).toMatchObject({ version: 2, deviceDrift: null }),
    soon,
  );
  expect(memory(code)?.settings.sound).toMatchObject({ volume: 60 });
});

it('restoring the factory settings is confirmed by the machine', async () => {
  const [code] = codes as [string];
  await merchant.call(settingsContract.clearData, {
    equipmentId: idOf(code),
    what: 'factory',
    confirmCode: code,
  });
  await vi.waitFor(
    async () =>
      expect(await read(code)).toMatchObject({
        settings: { force: { strongGrip: 90 } },
        change: { state: 'applied' },
        deviceDrift: null,
      }),
    soon,
  );
  expect(memory(code)?.settings.force).toMatchObject({ strongGrip: 90 });
});

it('a batch over machines of several types ends on every one of them', async () => {
  const { batchId } = await merchant.call(settingsContract.startBatch, {
    equipmentIds: codes.map(idOf),
    settings: { sound: { volume: 22 } },
  });
  await vi.waitFor(async () => {
    const { batch } = await merchant.call(settingsContract.readBatch, { id: batchId });
    expect(batch).toMatchObject({ total: 3, applied: 3, state: 'finished' });
  }, soon);
  for (const code of codes) expect(memory(code)?.settings.sound).toMatchObject({ volume: 22 });
});

/** Every place that says what a play of a machine costs, and the machine itself. */
async function pricesOf(code: string): Promise<Record<string, unknown>> {
  const equipmentId = idOf(code);
  const [page, list, settings, counter, player] = await Promise.all([
    merchant.call(fleetContract.readDevice, { equipmentId }),
    merchant.call(fleetContract.listDevices, { keyword: code }),
    read(code),
    merchant.call(ordersContract.quoteSale, { equipmentId, number: 1 }),
    merchant.call(playContract.readMachine, { equipmentId: code }),
  ]);
  return {
    page: page.priceFen,
    list: list.records[0]?.priceFen,
    settings: settings.settings.consume?.pricePerPlay,
    counter: counter.amountFen,
    player: player.price?.lowFen,
    machine: memory(code)?.settings.consume?.pricePerPlay,
  };
}

it('a machine has one price, wherever it is set and wherever it is read', async () => {
  const [, code] = codes as [string, string];
  const equipmentId = idOf(code);
  const consume = (pricePerPlay: number) => ({ consume: { pricePerPlay } });
  const ways: ((priceFen: number) => Promise<unknown>)[] = [
    (priceFen) =>
      merchant.call(settingsContract.changeSettings, { equipmentId, settings: consume(priceFen) }),
    (priceFen) => merchant.call(fleetContract.updateDevice, { equipmentId, priceFen }),
    (priceFen) =>
      merchant.call(settingsContract.startBatch, {
        equipmentIds: [equipmentId],
        settings: consume(priceFen),
      }),
    async (priceFen) => {
      const { fieldId } = await merchant.call(fleetContract.readDevice, { equipmentId });
      const preset = { name: 'Price', type: 'claw' as const, fieldId: fieldId as string };
      await merchant.call(settingsContract.savePreset, { ...preset, settings: consume(priceFen) });
      await merchant.call(settingsContract.mendDrift, { equipmentIds: [equipmentId], to: 'preset' });
    },
    // back to what it was made with
    () => merchant.call(settingsContract.clearData, { equipmentId, what: 'factory', confirmCode: code }),
  ];
  for (const [place, set] of ways.entries()) {
    const isLast = place === ways.length - 1;
    const priceFen = isLast ? 200 : 310 + place;
    await set(priceFen);
    const places = ['page', 'list', 'settings', 'counter', 'player', 'machine'];
    const wanted = Object.fromEntries(places.map((name) => [name, priceFen]));
    await vi.waitFor(async () => expect(await pricesOf(code)).toEqual(wanted), soon);
  }
});

it('a machine shows the price list of its site once it was sent, also when it was unplugged meanwhile', async () => {
  const [code, other] = codes as [string, string];
  const { fieldId } = await merchant.call(fleetContract.readDevice, { equipmentId: idOf(code) });
  const stateOf = async (each: string) => {
    const { records } = await merchant.call(packagesContract.listPriceLists, { keyword: each });
    return records[0]?.state;
  };
  fleet.device(other).client.unplug();
  await vi.waitUntil(async () => !(await read(other)).device.online, soon);
  const asked = { ids: [idOf(code), idOf(other)] };
  expect(await merchant.call(packagesContract.sendPriceLists, asked)).toMatchObject({ sent: 1, waiting: 1 });
  await vi.waitFor(async () => expect(await stateOf(code)).toBe('applied'), soon);
  expect(await stateOf(other)).toBe('waiting');
  await fleet.device(other).client.plug();
  await vi.waitFor(async () => expect(await stateOf(other)).toBe('applied'), soon);
  const { records } = await merchant.call(packagesContract.listCoinPackages, { fieldId: fieldId as string });
  expect(records.length).toBeGreaterThan(0);
  const names = memory(other)?.prices?.packages.map(({ name }) => name);
  for (const { name, standing } of records) if (standing !== 'off') expect(names).toContain(name);
});

it('an unplugged machine can not be configured, and finds nothing waiting when it is back', async () => {
  const [code] = codes as [string];
  const version = memory(code)?.settingsVersion;
  fleet.device(code).unplug();
  await vi.waitUntil(async () => !(await read(code)).device.online, soon);
  await expect(
    merchant.call(settingsContract.changeSettings, {
      equipmentId: idOf(code),
      settings: { force: { strongGrip: 1 } },
    }),
  ).rejects.toMatchObject({ key: 'devices:error.offline' });
  // its price is a setting too; what is written about it here can be changed all the same
  await expect(
    merchant.call(fleetContract.updateDevice, { equipmentId: idOf(code), priceFen: 999, remark: 'not' }),
  ).rejects.toMatchObject({ key: 'devices:error.offline' });
  await merchant.call(fleetContract.updateDevice, { equipmentId: idOf(code), remark: 'unplugged' });
  expect(await merchant.call(fleetContract.readDevice, { equipmentId: idOf(code) })).toMatchObject({
    remark: 'unplugged',
    priceFen: 200,
  });
  await fleet.device(code).plug();
  await vi.waitUntil(async () => (await read(code)).device.online, soon);
  expect(memory(code)?.settingsVersion).toBe(version);
});
