import { describe, expect, it } from 'vitest';
import { settingsHash } from '#kit/protocol/signing.ts';
import { defaultSettings } from '#kit/protocol/types/catalogue.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import type { LaneRecord } from '../contract/records.ts';
import { vendingContract } from '../contract.ts';
import { mergeLanes } from '../rules/layout-rules.ts';
import { addMachine, addTemplate, fill, laneOf } from './vending-fixture.ts';

const { server } = testServer();

const layoutOf = ({
  lane,
  cabinet,
  row,
  position,
  width,
  capacity,
  open,
  priceFen,
  dropDetection,
}: LaneRecord) => ({
  lane,
  cabinet,
  row,
  position,
  width,
  capacity,
  open,
  priceFen,
  dropDetection,
});

const running = { settingsHash: settingsHash(defaultSettings('vending')) };

async function onlineMachine() {
  const machine = await addMachine(server);
  await machine.device.say('hello', machine.device.hello('first', running));
  const { lanes } = await machine.client.call(vendingContract.readLanes, { equipmentId: machine.device.id });
  return { ...machine, layout: lanes.map(layoutOf) };
}

describe('price and capacity', () => {
  it('go to the machine, and count when it has confirmed them', async () => {
    const { client, device } = await onlineMachine();
    const { changeId, version } = await client.call(vendingContract.updateLanes, {
      equipmentId: device.id,
      lanes: [{ lane: 1, priceFen: 650, capacity: 12 }],
    });
    expect(changeId).not.toBeNull();
    expect(await laneOf(client, device, 1)).toMatchObject({ priceFen: 500, capacity: 8 });
    const [sent] = device.heard('settings').filter(({ settings }) => settings);
    const settings = sent!.settings as Record<string, Record<string, unknown>>;
    expect(settings.lanes).toMatchObject({
      lanes: expect.arrayContaining([expect.objectContaining({ lane: 1, priceFen: 650, capacity: 12 })]),
    });
    await device.say('settings', { version, hash: settingsHash(settings), state: 'applied' });
    expect(await laneOf(client, device, 1)).toMatchObject({ priceFen: 650, capacity: 12 });
  });

  it('are refused, and nothing of it kept, while the machine is away', async () => {
    const { client, device } = await addMachine(server);
    const other = await addTemplate(client);
    await expect(
      client.call(vendingContract.updateLanes, {
        equipmentId: device.id,
        lanes: [{ lane: 1, templateId: other, priceFen: 700 }],
      }),
    ).rejects.toMatchObject({ key: 'devices:error.offline' });
    expect((await laneOf(client, device, 1)).templateId).not.toBe(other);
  });

  it('leave room for what lies in the lane', async () => {
    const { client, device } = await onlineMachine();
    await fill(client, device, 1, 6);
    await expect(
      client.call(vendingContract.updateLanes, { equipmentId: device.id, lanes: [{ lane: 1, capacity: 5 }] }),
    ).rejects.toMatchObject({ status: 409, key: 'vending:error.capacityBelowStock' });
  });
});

describe('the layout', () => {
  it('reaches the machine as a whole', async () => {
    const { client, device, layout } = await onlineMachine();
    const merged = mergeLanes(layout, new Set([11, 12]))!;
    const { version } = await client.call(vendingContract.saveLayout, {
      equipmentId: device.id,
      lanes: merged,
    });
    const [sent] = device.heard('settings').filter(({ settings }) => settings);
    await device.say('settings', { version, hash: settingsHash(sent!.settings), state: 'applied' });
    const { lanes } = await client.call(vendingContract.readLanes, { equipmentId: device.id });
    expect(lanes).toHaveLength(59);
    expect(lanes.find(({ lane }) => lane === 11)).toMatchObject({ width: 2 });
  });

  it('does not let a lane with goods vanish, nor lanes overlap', async () => {
    const { client, device, layout } = await onlineMachine();
    await fill(client, device, 2, 3);
    const save = (lanes: typeof layout) =>
      client.call(vendingContract.saveLayout, { equipmentId: device.id, lanes });
    await expect(save(layout.filter(({ lane }) => lane !== 2))).rejects.toMatchObject({
      status: 409,
      key: 'vending:error.laneNotEmpty',
    });
    await expect(
      save(layout.map((lane) => (lane.lane === 2 ? { ...lane, width: 2 } : lane))),
    ).rejects.toMatchObject({ status: 400, key: 'vending:layout.overlap' });
    expect(await save(layout)).toMatchObject({ changeId: null });
  });

  it('is there for glass cabinets too, whose goods are gifts', async () => {
    const client = await server.as('merchant');
    const { records } = await client.call(vendingContract.listLaneDevices, { types: ['cabinet'] });
    const cabinet = records[0]!;
    const byCode = await client.call(vendingContract.listLaneDevices, { word: cabinet.code });
    expect(byCode).toMatchObject({ total: 1, records: [{ equipmentId: cabinet.equipmentId }] });
    const { lanes } = await client.call(vendingContract.readLanes, { equipmentId: cabinet.equipmentId });
    expect(lanes.length).toBeGreaterThan(0);
    await expect(
      client.call(vendingContract.fillLanes, {
        equipmentId: cabinet.equipmentId,
        lanes: [{ lane: 1, amount: 1 }],
      }),
    ).rejects.toMatchObject({ key: 'vending:error.noLanes' });
  });
});
