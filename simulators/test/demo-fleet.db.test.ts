import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { payOnce } from '#app/server/demo-customers.ts';
import { type DemoFleet, startDemoFleet } from '#app/server/demo-fleet.ts';
import { type MachineAct, showroomContract } from '#features/demo/showroom/contract.ts';
import { listDemoFleet } from '#features/machines/devices/server/public.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { demoTenants } from '#kit/server/demo.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusal } from '#kit/server/testing/refusal.ts';
import { createRandom } from '#simulators/devices/random.ts';

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

const listAll = () => listDemoFleet(server.services.db.read, tenantScope(demoTenants.merchant));

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

it('a customer pays online at a machine that is free, and the machine delivers', async () => {
  const baseUrl = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const random = createRandom('customer');
  const owner = await server.as('merchant');
  // where somebody stands at the machine already, the next customer comes
  const orderNumber = await vi.waitUntil(
    () => payOnce(server.services, { baseUrl }, random).catch(() => undefined),
    soon,
  );
  await vi.waitUntil(async () => {
    const { state } = await owner.call(ordersContract.readOrderState, { orderNumber });
    return state === 'fulfilled' || state === 'partlyFulfilled' || state === 'refunded';
  }, soon);
  const { records } = await owner.call(ordersContract.listOrders, { orderNumber });
  expect(records).toMatchObject([{ orderNumber, payWay: expect.stringMatching(/^(wechat|alipay)$/) }]);
});

it('anybody who looks at the demo sees one move, and can jam, unplug and mend it', async () => {
  const nobody = await server.as(undefined);
  const machines = await nobody.call(showroomContract.listDemoMachines, {});
  expect(machines.find(({ code }) => code === 'CW10001')).toMatchObject({ type: 'claw', number: 1 });
  const code = 'CW10006';
  const work = (act: MachineAct) => nobody.call(showroomContract.workMachine, { code, act });
  const look = () => nobody.call(showroomContract.lookAtMachine, { code });
  await vi.waitUntil(async () => (await look()).online, soon);
  expect(await work('jam')).toMatchObject({ fate: 'jam' });
  expect(await work('unplug')).toMatchObject({ plugged: false, step: null, can: ['plug'] });
  expect(await refusal(work('feed'))).toMatchObject({ status: 400, key: 'showroom:error.notNow' });
  await work('plug');
  await vi.waitUntil(async () => (await look()).online, soon);
  demo.fleet.device(code).jam('coinJam');
  expect(await look()).toMatchObject({ stopped: true, faults: ['Coin acceptor jammed'] });
  expect(await work('mend')).toMatchObject({ stopped: false, faults: [] });
});

it('machines that the demo does not play itself, or that stand nowhere, are out of reach', async () => {
  const nobody = await server.as(undefined);
  const merchant = await server.as('merchant');
  const waiting = (await merchant.call(fleetContract.listFreeMachines, {}))[0]?.code ?? '';
  expect(waiting).not.toBe('');
  for (const code of ['NOPE', waiting]) {
    expect(await refusal(nobody.call(showroomContract.lookAtMachine, { code }))).toMatchObject({
      status: 404,
    });
    expect(await refusal(nobody.call(showroomContract.workMachine, { code, act: 'unplug' }))).toMatchObject({
      status: 404,
    });
  }
});
