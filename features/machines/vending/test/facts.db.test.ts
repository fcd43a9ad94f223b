import { describe, expect, it, vi } from 'vitest';
import { requestCommand } from '#features/machines/devices/server/public.ts';
import type { TestDevice } from '#features/machines/devices/test/test-device.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { vendingContract } from '../contract.ts';
import { settleReports } from '../server/settle-reports.ts';
import { addMachine, fill, laneOf, movementsOf } from './vending-fixture.ts';

const { server } = testServer();

const now = () => server.clock.now().toISOString();
const vend = (lane: number, more: object = {}) => ({ kind: 'vend' as const, at: now(), lane, ...more });

/** The newest command of this name, once it has left the server. */
async function commandTo(device: TestDevice, name: string, count = 1) {
  return vi.waitFor(() => {
    const sent = device.heard('command').filter(({ command }) => command === name);
    expect(sent.length).toBeGreaterThanOrEqual(count);
    return sent.at(-1)!;
  }, soon);
}

async function ask(device: TestDevice, command: string, parameters: Record<string, unknown>) {
  const view = await device.view();
  const { db } = server.services;
  const subject = { kind: 'test', id: device.id };
  return db.transaction((tx) =>
    requestCommand(tx, server.services, { device: view, command, parameters, subject }),
  );
}

describe('a sale', () => {
  it('that the machine makes itself leaves the lane, once, however often it is told', async () => {
    const { client, device } = await addMachine(server, { online: true });
    await fill(client, device, 1, 5);
    const message = device.telemetry(1, { events: [vend(1, { amount: 2 }), vend(1)] });
    await device.say('telemetry', message);
    await device.say('telemetry', message);
    expect(await laneOf(client, device, 1)).toMatchObject({ stock: 2, soldLately: 3 });
  });

  it('never takes the stock below zero: what the book did not hold is missing', async () => {
    const { client, device } = await addMachine(server, { online: true });
    await fill(client, device, 1, 1);
    await device.say('telemetry', device.telemetry(1, { events: [vend(1, { amount: 3 })] }));
    expect((await laneOf(client, device, 1)).stock).toBe(0);
    expect((await movementsOf(server, device)).at(-1)).toMatchObject({
      kind: 'sold',
      amount: 3,
      missing: 2,
      stockBefore: 1,
      stockAfter: 0,
      userName: null,
    });
  });

  it('by command is booked by what the sensor counted, and not again by its event', async () => {
    const { client, device } = await addMachine(server, { online: true });
    await fill(client, device, 1, 6);
    const { id } = await ask(device, 'vend', { lane: 1, amount: 3 });
    await commandTo(device, 'vend');
    const event = device.telemetry(1, { events: [vend(1, { amount: 2, commandId: id })] });
    const result = { id, state: 'failed' as const, at: now(), asked: 3, counted: 2, reason: 'jam' as const };
    await device.say('telemetry', event);
    await device.say('result', result);
    await device.say('result', result);
    expect((await laneOf(client, device, 1)).stock).toBe(4);
    expect((await movementsOf(server, device)).filter(({ commandId }) => commandId === id)).toHaveLength(1);
  });

  it('of a claim no machine can make does not stop its messages', async () => {
    const { client, device } = await addMachine(server, { online: true });
    const absurd = { amount: Number.MAX_SAFE_INTEGER };
    await device.say('telemetry', device.telemetry(1, { events: [vend(1, absurd), vend(799)] }));
    await fill(client, device, 2, 3);
    await device.say('telemetry', device.telemetry(2, { events: [vend(2)] }));
    expect((await laneOf(client, device, 2)).stock).toBe(2);
  });
});

describe('a piece that falls in a test', () => {
  it('leaves the stock as tested, not as sold', async () => {
    const { client, device } = await addMachine(server, { online: true });
    await fill(client, device, 1, 4);
    const { commandId } = await client.call(vendingContract.testLane, { equipmentId: device.id, lane: 1 });
    await commandTo(device, 'testLane');
    await device.say('result', { id: commandId, state: 'done', at: now(), counted: 1 });
    expect(await client.call(vendingContract.readTests, { ids: [commandId] })).toEqual([
      { commandId, state: 'done', counted: 1, reason: null },
    ]);
    expect(await laneOf(client, device, 1)).toMatchObject({ stock: 3, soldLately: 0 });
    expect((await movementsOf(server, device)).at(-1)).toMatchObject({ kind: 'test', amount: 1, commandId });
  });

  it('is not tried on a machine that is away, or a lane that is not there', async () => {
    const { client, device } = await addMachine(server);
    const tryLane = (lane: number) => client.call(vendingContract.testLane, { equipmentId: device.id, lane });
    await expect(tryLane(1)).rejects.toMatchObject({ key: 'devices:error.offline' });
    await expect(tryLane(500)).rejects.toMatchObject({ key: 'vending:error.unknownLane' });
  });
});

describe('a machine that counts for itself', () => {
  const told = (device: TestDevice, id: string) => device.say('result', { id, state: 'done', at: now() });

  it('is told what was filled', async () => {
    const { client, device } = await addMachine(server, { online: true });
    await fill(client, device, 2, 7);
    const { parameters } = await commandTo(device, 'setLaneStock');
    expect(parameters).toEqual({ lanes: [{ lane: 2, stock: 7 }] });
  });

  it('is told when it comes back, if it was away', async () => {
    const { client, device } = await addMachine(server);
    await fill(client, device, 2, 7);
    expect(device.heard('command')).toEqual([]);
    await device.say('hello', device.hello('later'));
    expect((await commandTo(device, 'setLaneStock')).parameters).toEqual({ lanes: [{ lane: 2, stock: 7 }] });
  });

  it('is told again when the lane moved meanwhile', async () => {
    const { client, device } = await addMachine(server, { online: true });
    await fill(client, device, 1, 7);
    const first = await commandTo(device, 'setLaneStock');
    await device.say('telemetry', device.telemetry(1, { events: [vend(1)] }));
    await told(device, first.id);
    expect((await commandTo(device, 'setLaneStock', 2)).parameters).toEqual({
      lanes: [{ lane: 1, stock: 6 }],
    });
  });

  it('is not believed before it knows what was filled', async () => {
    const { client, device } = await addMachine(server, { online: true });
    await fill(client, device, 1, 7);
    await device.say('telemetry', device.telemetry(1, { lanes: [{ lane: 1, stock: 0 }] }));
    server.clock.forward(3 * minuteMs);
    await settleReports(server.services);
    expect(await laneOf(client, device, 1)).toMatchObject({ stock: 7, reportedStock: null });
  });

  it('is believed, with a record, when it keeps counting otherwise', async () => {
    const { client, device } = await addMachine(server, { online: true });
    await fill(client, device, 1, 7);
    await told(device, (await commandTo(device, 'setLaneStock')).id);
    await device.say('telemetry', device.telemetry(1, { lanes: [{ lane: 1, stock: 6 }] }));
    await settleReports(server.services);
    expect(await laneOf(client, device, 1)).toMatchObject({ stock: 7, reportedStock: 6 });
    server.clock.forward(3 * minuteMs);
    await settleReports(server.services);
    await settleReports(server.services);
    expect(await laneOf(client, device, 1)).toMatchObject({ stock: 6, reportedStock: null });
    expect((await movementsOf(server, device)).filter(({ kind }) => kind === 'report')).toMatchObject([
      { amount: -1, stockBefore: 7, stockAfter: 6, userName: null },
    ]);
  });

  it('agrees when its count comes before the result of the sale', async () => {
    const { client, device } = await addMachine(server, { online: true });
    await fill(client, device, 1, 7);
    await told(device, (await commandTo(device, 'setLaneStock')).id);
    const { id } = await ask(device, 'vend', { lane: 1 });
    await commandTo(device, 'vend');
    await device.say('telemetry', device.telemetry(1, { lanes: [{ lane: 1, stock: 6 }] }));
    await device.say('result', { id, state: 'done', at: now(), asked: 1, counted: 1 });
    server.clock.forward(3 * minuteMs);
    await settleReports(server.services);
    expect(await laneOf(client, device, 1)).toMatchObject({ stock: 6, reportedStock: null });
    expect((await movementsOf(server, device)).map(({ kind }) => kind)).toEqual(['load', 'sold']);
  });
});
