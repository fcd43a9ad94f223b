import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listDeviceLogins } from '#features/devices/server/public.ts';
import type { Client } from '#kit/contract/client.ts';
import { demoId } from '#kit/server/demo.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { Fleet } from '#simulators/devices/fleet.ts';
import { profiles } from '#simulators/devices/profiles.ts';
import { settingsContract } from '../contract.ts';

/** The reference client of the protocol, over a real broker: what it does, firmware does. */
const codes = ['CW10001', 'CW10002', 'VM10001'];
const idOf = (code: string) => demoId(`device:${code}`);

let server: TestServer;
let fleet: Fleet;
let merchant: Client;
beforeAll(async () => {
  server = await startTestServer({}, { broker: true });
  merchant = await server.as('merchant');
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
afterAll(async () => {
  await fleet.stop();
  await server.close();
});

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
  await fleet.device(code).plug();
  await vi.waitUntil(async () => (await read(code)).device.online, soon);
  expect(memory(code)?.settingsVersion).toBe(version);
});
