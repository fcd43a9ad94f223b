import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listDeviceLogins } from '#features/machines/devices/server/public.ts';
import { prove } from '#features/money/ledger/server/public.ts';
import { demoId } from '#kit/server/demo.ts';
import { platformScope } from '#kit/server/scope.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { Fleet } from '#simulators/devices/fleet.ts';
import { profiles } from '#simulators/devices/profiles.ts';
import { ordersContract as calls } from '../contract.ts';
import { orderChecks } from '../server/checks.ts';
import { findByNumber } from '../server/order-queries.ts';
import type { OrderRow } from '../server/order-types.ts';

/** The reference client of the protocol over a real broker: what it does, firmware does. */
const codes = ['CX10001', 'CX10002', 'CW10001', 'VM10001', 'LK10001', 'GC10001'];
/** jams after a few dozen coins */
const worn = 'CX10002';
const idOf = (code: string) => demoId(`device:${code}`);
const fast = 20;

const { server, staff: staffOf } = testServer({}, { broker: true });
const staff = staffOf('merchant');
let fleet: Fleet;
beforeAll(async () => {
  const logins = await listDeviceLogins(server.services.db.read, server.services.secrets);
  const idle = profiles.quiet.visitsPerHour.map(() => 0);
  fleet = new Fleet({
    url: server.brokerUrl ?? '',
    identities: logins.filter(({ code }) => codes.includes(code)),
    profileOf: ({ code }) => ({
      ...profiles.quiet,
      visitsPerHour: idle,
      faultsPerDay: 0,
      powerCutsPerDay: 0,
      wear: { jamPerPiece: code === worn ? 0.05 : 0, unseenPerPiece: 0 },
    }),
    seed: 'orders',
    speed: fast,
  });
  await fleet.start();
  await vi.waitUntil(() => codes.every((code) => fleet.device(code).online), soon);
});
afterAll(() => fleet.stop());

async function orderOf(number: string): Promise<OrderRow> {
  const order = await findByNumber(server.services.db.read, platformScope, number);
  if (!order) throw new Error(`no order ${number}`);
  return order;
}

async function sell(code: string, wanted: { number?: number; amountFen?: number; lanes?: string }) {
  await vi.waitFor(() => staff.call(calls.quoteSale, { equipmentId: idOf(code), ...wanted }), soon);
  const sold = await staff.call(calls.sellAtCounter, { equipmentId: idOf(code), ...wanted });
  return sold.orderNumber;
}

const ended = (number: string) =>
  vi.waitFor(async () => {
    const order = await orderOf(number);
    expect(['fulfilled', 'partlyFulfilled', 'refunded']).toContain(order.state);
    return order;
  }, soon);

const broken = async () => {
  const { checks } = await prove(server.services.db, server.clock.now(), orderChecks);
  return checks.filter(({ holds }) => !holds).map(({ name, examples }) => `${name}: ${examples}`);
};

it('a coin exchange gives the coins that were paid for', async () => {
  const number = await sell('CX10001', { amountFen: 2000 });
  expect(await ended(number)).toMatchObject({
    state: 'fulfilled',
    asked: 20,
    counted: 20,
    fulfilledAmount: 2000,
  });
  expect(await broken()).toEqual([]);
});

it('a claw machine is credited with the plays', async () => {
  const number = await sell('CW10001', { number: 3 });
  expect(await ended(number)).toMatchObject({ state: 'fulfilled', counted: 3 });
});

it('goods of several lanes come one after the other', async () => {
  const lanes = await server.services.db.raw<{ lanes: { lane: number; stock: number }[] }[]>`
    select lanes from device_state where device_id = ${idOf('VM10001')}`;
  const stocked = (lanes[0]?.lanes ?? []).filter(({ stock }) => stock >= 2).map(({ lane }) => lane);
  const picked: string[] = [];
  for (const lane of stocked) {
    const quote = staff.call(calls.quoteSale, { equipmentId: idOf('VM10001'), lanes: `${lane}:2` });
    if (await quote.then(Boolean, () => false)) picked.push(`${lane}:2`);
    if (picked.length === 2) break;
  }
  expect(picked).toHaveLength(2);
  const number = await sell('VM10001', { lanes: picked.join(',') });
  const order = await ended(number);
  expect(order).toMatchObject({ state: 'fulfilled', asked: 4, counted: 4 });
  expect(order.items).toHaveLength(2);
  expect(await broken()).toEqual([]);
});

it('one cell of a glass cabinet opens, and one game of a needle machine is played', async () => {
  for (const [code, path] of [
    ['GC10001', 'goods'],
    ['LK10001', 'play'],
  ] as const) {
    const lanes = await server.services.db.raw<{ lanes: { lane: number; stock: number }[] }[]>`
      select lanes from device_state where device_id = ${idOf(code)}`;
    const lane = lanes[0]?.lanes.find(({ stock }) => stock > 0)?.lane;
    const order = await ended(await sell(code, { lanes: String(lane) }));
    expect(order).toMatchObject({ state: 'fulfilled', kind: path, counted: 1 });
  }
  expect(await broken()).toEqual([]);
});

it('a machine that jams in the middle has sold what it counted, and is not asked for money then', async () => {
  const order = await ended(await sell(worn, { amountFen: 20_000 }));
  expect(order.counted).toBeLessThan(200);
  expect(order.fault).toBe('jam');
  expect(order.fulfilledAmount).toBe((order.counted ?? 0) * 100);
  expect(order.refundedAmount).toBe(20_000 - order.fulfilledAmount);
  expect(await broken()).toEqual([]);
  const quote = () => staff.call(calls.quoteSale, { equipmentId: idOf(worn), amountFen: 100 });
  await vi.waitFor(() => expect(quote()).rejects.toMatchObject({ status: 400 }), soon);
});

it('a machine whose power goes tells afterwards what it had counted', async () => {
  const number = await sell('CX10001', { amountFen: 15_000 });
  // not before a coin was written down: of none at all the machine can not say what moved, and people decide
  const counting = () => fleet.device('CX10001').client.controller?.journal.unfinished() ?? [];
  await vi.waitUntil(() => counting().some(({ counted = 0 }) => counted > 0), soon);
  fleet.device('CX10001').unplug();
  await fleet.device('CX10001').plug();
  const order = await ended(number);
  expect(order.fault).toBe('interrupted');
  expect(order.fulfilledAmount + order.refundedAmount).toBe(15_000);
  expect(order.fulfilledAmount).toBe((order.counted ?? 0) * 100);
  expect(await broken()).toEqual([]);
});
