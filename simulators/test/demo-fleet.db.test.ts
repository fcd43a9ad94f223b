import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type DemoFleet, startDemoFleet } from '#app/server/demo-fleet.ts';
import { listDevices } from '#features/devices/server/public.ts';
import { demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { soon } from '#kit/server/testing/patience.ts';

let server: TestServer;
let demo: DemoFleet;

beforeAll(async () => {
  server = await startTestServer({}, { broker: true });
  demo = await startDemoFleet(server.services, {
    broker: server.brokerUrl ?? '',
    http: 'http://127.0.0.1:1',
  });
});
afterAll(async () => {
  await demo.stop();
  await server.close();
});

const listAll = () => listDevices(server.services.db.read, tenantScope(demoTenants.merchant));

it('the demo’s machines come online, but for some, and some have faults', async () => {
  await vi.waitUntil(async () => {
    const controlled = (await listAll()).filter((device) => device.controlled);
    const online = controlled.filter((device) => device.online).length;
    // each machine tells its own fault when it comes; another's says nothing about it
    const told = controlled.some(({ faults }) => faults.includes('prizeSensorBlocked'));
    return online > 30 && controlled.length - online <= 4 && told;
  }, soon);
  const controlled = (await listAll()).filter((device) => device.controlled);
  expect(controlled.some((device) => !device.online)).toBe(true);
});

it('coins put into one are counted by the server', async () => {
  const claw = (await listAll()).find(
    ({ type, online, faults }) => type === 'claw' && online && faults.length === 0,
  );
  if (!claw) throw new Error('no claw is online');
  const coins = async () =>
    (await listAll()).find(({ deviceId }) => deviceId === claw.deviceId)?.counters.cashCoins ?? 0;
  const before = await coins();
  demo.fleet.device(claw.code).insertCoins(3);
  await vi.waitUntil(async () => (await coins()) >= before + 3, soon);
});

it('one that is unplugged goes offline and comes back', async () => {
  const device = (await listAll()).find(({ online }) => online);
  if (!device) throw new Error('nothing is online');
  const online = async () => (await listAll()).find(({ deviceId }) => deviceId === device.deviceId)?.online;
  demo.fleet.device(device.code).unplug();
  await vi.waitUntil(async () => (await online()) === false, soon);
  await demo.fleet.device(device.code).plug();
  await vi.waitUntil(online, soon);
});
