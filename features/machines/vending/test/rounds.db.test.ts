import { describe, expect, it } from 'vitest';
import { createTestDevice } from '#features/machines/devices/test/test-device.ts';
import { giftsContract } from '#features/machines/gifts/contract.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { vendingContract } from '../contract.ts';
import { addMachine, fill, laneOf } from './vending-fixture.ts';

const { server } = testServer();

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

  it('includes the prizes of claw machines and cabinets, and ends when they are loaded too', async () => {
    const { client, device, templateId } = await addMachine(server, { lanes: 1 });
    const { id: typeId } = await client.call(giftsContract.saveType, { name: 'Round' });
    const gift = { name: 'Round bear', typeId, costFen: 900, stock: 100, alarmThreshold: 0 };
    const { id: giftId } = await client.call(giftsContract.saveGift, gift);
    const holding = async (type: 'claw' | 'cabinet', amount: number) => {
      const machine = await createTestDevice(server, { type });
      const place = { equipmentId: machine.id, giftId, amount, capacity: 20, alarmThreshold: 5 };
      await client.call(giftsContract.loadDevice, place);
      return machine;
    };
    const [low, enough, cabinet] = [
      await holding('claw', 4),
      await holding('claw', 15),
      await holding('cabinet', 0),
    ];
    const { id } = await client.call(vendingContract.createRound, {
      equipmentIds: [device.id, cabinet.id],
      withPrizes: true,
    });
    const read = () => client.call(vendingContract.readRound, { id });
    const round = await read();
    const mine = round.prizes.find((prize) => prize.giftId === giftId);
    expect(mine).toMatchObject({ amount: 36, emptyMachines: 1, warehouseStock: 81, packed: false });
    const stopOf = (machine: { id: string }) =>
      round.stops.find(({ equipmentId }) => equipmentId === machine.id);
    expect(stopOf(cabinet)).toMatchObject({
      lanes: [],
      prize: { planned: 20, wasEmpty: true, filled: null },
    });
    expect(stopOf(low)).toMatchObject({ prize: { planned: 16, wasEmpty: false } });
    expect(stopOf(enough)).toBeUndefined();
    expect(round.products.map((product) => product.templateId)).toEqual([templateId]);

    await client.call(vendingContract.packRound, { id, giftId, packed: true });
    expect((await read()).prizes.find((prize) => prize.giftId === giftId)?.packed).toBe(true);
    const others = round.stops.filter(
      ({ equipmentId, prize }) => prize && ![cabinet.id, low.id].includes(equipmentId),
    );
    const load = (equipmentId: string, of: string, amount: number) =>
      client.call(giftsContract.loadDevice, { equipmentId, giftId: of, amount, roundId: id });
    await load(cabinet.id, giftId, 12);
    await load(low.id, giftId, 16);
    expect((await read()).stops.find(({ equipmentId }) => equipmentId === cabinet.id)?.prize?.filled).toBe(
      12,
    );
    // the demo's own machines of the same site
    for (const { equipmentId, prize } of others) {
      await client.call(giftsContract.moveStock, { giftId: prize!.giftId, kind: 'in', amount: 1 });
      await load(equipmentId, prize!.giftId, 1);
    }
    expect((await read()).state).toBe('open');
    const lanes = [{ lane: 1, amount: 8 }];
    await client.call(vendingContract.fillLanes, { equipmentId: device.id, roundId: id, lanes });
    expect((await read()).state).toBe('done');
    await expect(load(low.id, giftId, 1)).rejects.toMatchObject({ key: expect.any(String) });
  });

  it('of prizes alone is a round as well, for those that are low if asked so', async () => {
    const { client } = await addMachine(server, { lanes: 1 });
    const { records } = await client.call(giftsContract.listPlacements, { state: 'ok', size: 1 });
    const equipmentIds = [records[0]!.equipmentId];
    await expect(
      client.call(vendingContract.createRound, { equipmentIds, onlyLow: true }),
    ).rejects.toMatchObject({
      key: 'vending:error.nothingToFill',
    });
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
