import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { vendingContract } from '../contract.ts';
import { addMachine, fill, laneOf } from './vending-fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function twoMachines() {
  const one = await addMachine(server, { lanes: 2 });
  const other = await addMachine(server, { lanes: 1 });
  await fill(one.client, one.device, 1, 6);
  const { id } = await one.client.call(vendingContract.createRound, {
    equipmentIds: [one.device.id, other.device.id],
  });
  return { client: one.client, one, other, id };
}

describe('a replenishment round', () => {
  it('says what to take along, and where it goes', async () => {
    const { client, one, other, id } = await twoMachines();
    const round = await client.call(vendingContract.readRound, { id });
    expect(round).toMatchObject({ state: 'open', pieces: 18, lineNumber: 3, deviceNumber: 2 });
    expect(round.products.map(({ templateId, amount }) => [templateId, amount])).toEqual([
      [one.templateId, 10],
      [other.templateId, 8],
    ]);
    expect(round.stops.map(({ equipmentId }) => equipmentId)).toEqual([one.device.id, other.device.id]);
    expect(round.stops[0]!.lanes.map(({ lane, planned, wasEmpty }) => [lane, planned, wasEmpty])).toEqual([
      [2, 8, true],
      [1, 2, false],
    ]);
  });

  it('is ticked off by product', async () => {
    const { client, one, id } = await twoMachines();
    await client.call(vendingContract.packRound, { id, templateId: one.templateId, packed: true });
    const { products } = await client.call(vendingContract.readRound, { id });
    expect(products.map(({ packed }) => packed)).toEqual([true, false]);
  });

  it('ends when every lane was seen to, with what really went in', async () => {
    const { client, one, other, id } = await twoMachines();
    const lanes = [
      { lane: 1, amount: 2 },
      { lane: 2, amount: 5 },
    ];
    await client.call(vendingContract.fillLanes, { equipmentId: one.device.id, roundId: id, lanes });
    expect((await laneOf(client, one.device, 2)).stock).toBe(5);
    expect(await client.call(vendingContract.readRound, { id })).toMatchObject({
      state: 'open',
      filledNumber: 2,
    });
    await client.call(vendingContract.fillLanes, {
      equipmentId: other.device.id,
      roundId: id,
      lanes: [{ lane: 1, amount: 0 }],
    });
    const round = await client.call(vendingContract.readRound, { id });
    expect(round).toMatchObject({ state: 'done', filledNumber: 3 });
    expect(round.stops[0]!.lanes.map(({ filled }) => filled)).toEqual([5, 2]);
    await expect(
      client.call(vendingContract.fillLanes, {
        equipmentId: other.device.id,
        roundId: id,
        lanes: [{ lane: 1, amount: 1 }],
      }),
    ).rejects.toMatchObject({ status: 409, key: 'vending:error.roundClosed' });
    expect((await laneOf(client, other.device, 1)).stock).toBe(0);
  });

  it('can be ended early, and stands in the list until then', async () => {
    const { client, id } = await twoMachines();
    const open = () => client.call(vendingContract.listRounds, { state: 'open', size: 100 });
    expect((await open()).records.map((round) => round.id)).toContain(id);
    await client.call(vendingContract.closeRound, { id });
    expect((await open()).records.map((round) => round.id)).not.toContain(id);
  });

  it('is not planned for machines that are full, nor for those of others', async () => {
    const { client, device } = await addMachine(server, { lanes: 1 });
    await fill(client, device, 1, 8);
    await expect(
      client.call(vendingContract.createRound, { equipmentIds: [device.id] }),
    ).rejects.toMatchObject({ key: 'vending:error.nothingToFill' });
    const stranger = await server.as('merchant2');
    await expect(
      stranger.call(vendingContract.createRound, { equipmentIds: [device.id] }),
    ).rejects.toMatchObject({ status: 404 });
  });
});
