import { describe, expect, it } from 'vitest';
import type { SettledCommand } from '#features/machines/devices/server/public.ts';
import {
  answerCommand,
  commandsOf,
  onlineDevice,
  type TestDevice,
} from '#features/machines/devices/test/test-device.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { DeviceEventMessage } from '#kit/protocol/messages.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { coinsContract as calls } from '../contract.ts';
import { giveUpPending } from '../server/dispense-queries.ts';
import { settleDispense } from '../server/hear-dispenses.ts';

const { server, staff } = testServer();
const merchant = staff('merchant');

const machine = () => onlineDevice(server, { type: 'exchange' });
const events = (...list: Omit<DeviceEventMessage, 'at'>[]) => ({
  events: list.map((event) => ({ ...event, at: server.clock.now().toISOString() })),
});
const dispensesOf = async (device: TestDevice) =>
  (await merchant.call(calls.listDispenses, { equipmentId: device.id, sort: 'createdAt', order: 'asc' }))
    .records;
const accountOf = (device: TestDevice) =>
  merchant.call(calls.readExchangeAccount, { equipmentId: device.id });

describe('a coin exchange machine', () => {
  it('tells what it gave for a note, and why it gave less', async () => {
    const device = await machine();
    await device.say('telemetry', device.telemetry(1, events({ kind: 'note', amount: 20 })));
    expect(await dispensesOf(device)).toMatchObject([
      { source: 'note', paidYuan: 20, asked: 20, outcome: 'pending' },
    ]);
    await device.say('telemetry', device.telemetry(2, events({ kind: 'dispense', amount: 20 })));
    await device.say(
      'telemetry',
      device.telemetry(
        3,
        events(
          { kind: 'note', amount: 10 },
          { kind: 'fault', code: 'hopperJam' },
          { kind: 'dispense', amount: 4 },
        ),
      ),
    );
    expect(await dispensesOf(device)).toMatchObject([
      { counted: 20, outcome: 'full' },
      { asked: 10, counted: 4, outcome: 'jam' },
    ]);
  });

  it('repeats itself without a second record, and a note without a word becomes unknown', async () => {
    const device = await machine();
    const told = device.telemetry(1, events({ kind: 'note', amount: 5 }));
    await device.say('telemetry', told);
    await device.say('telemetry', told);
    expect(await dispensesOf(device)).toHaveLength(1);
    const now = server.clock.now();
    await server.services.db.transaction((tx) => giveUpPending(tx, new Date(now.getTime() + 1000), now));
    expect(await dispensesOf(device)).toMatchObject([{ outcome: 'unknown' }]);
  });

  it('has one record for a command, though its log line says the same again', async () => {
    const device = await machine();
    const dispense = () => merchant.call(calls.dispenseCoins, { equipmentId: device.id, number: 12 });
    await dispense();
    await answerCommand(server, device, { state: 'failed', reason: 'timeout', asked: 12, counted: 7 });
    expect(await dispensesOf(device)).toMatchObject([
      { source: 'staff', asked: 12, counted: 7, outcome: 'timeout' },
    ]);
    await dispense();
    await answerCommand(server, device, { state: 'done', asked: 12, counted: 12 }, 2);
    // its own log line says the same again
    const { id } = (await commandsOf(device, 2)).at(-1)!;
    await device.say(
      'telemetry',
      device.telemetry(1, events({ kind: 'dispense', amount: 12, commandId: id })),
    );
    expect((await dispensesOf(device)).map(({ outcome }) => outcome)).toEqual(['timeout', 'full']);
    const [day] = await merchant.call(calls.exchangeFlow, { equipmentId: device.id });
    expect(day).toMatchObject({ offlineDispenses: 2, offlineCoins: 19, missingCoins: 5, onlineCoins: 0 });
  });
});

describe('a dispense nobody could tell about', () => {
  it('keeps its record when the journal tells the truth later', async () => {
    const device = await machine();
    const { siteId, code, tenantId } = await device.view();
    const settle = (outcome: Pick<SettledCommand, 'state' | 'counted' | 'reason' | 'late'>) =>
      server.services.db.transaction((tx) =>
        settleDispense(
          tx,
          {
            tenantId,
            deviceId: device.id,
            siteId,
            code,
            type: 'exchange',
            id: commandId,
            command: 'dispense',
            parameters: { amount: 9 },
            asked: 9,
            subjectKind: null,
            subjectId: null,
            ...outcome,
          },
          server.clock.now(),
        ),
      );
    const commandId = newId();
    await settle({ state: 'unknown', counted: null, reason: 'noAnswer', late: false });
    expect(await dispensesOf(device)).toMatchObject([{ outcome: 'unknown', counted: null }]);
    await settle({ state: 'done', counted: 9, reason: null, late: true });
    expect(await dispensesOf(device)).toMatchObject([{ outcome: 'full', counted: 9 }]);
  });
});

describe('the account of an exchange machine', () => {
  it('knows nothing until somebody counts, and then what should be there', async () => {
    const device = await machine();
    await device.say('telemetry', device.telemetry(1, { counters: { coinsOut: 40 } }));
    expect(await accountOf(device)).toMatchObject({ expected: null, out: 40, difference: null });
    const opened = await merchant.call(calls.countExchange, { equipmentId: device.id, counted: 500 });
    expect(opened).toMatchObject({ state: 'done', difference: null });
    await device.say('telemetry', device.telemetry(2, { counters: { coinsOut: 100, coinsLoaded: 200 } }));
    expect(await accountOf(device)).toMatchObject({ baseCoins: 500, loaded: 200, out: 60, expected: 640 });
    const counted = await merchant.call(calls.countExchange, { equipmentId: device.id, counted: 637 });
    expect(counted).toMatchObject({ expected: 640, difference: -3 });
    expect(await accountOf(device)).toMatchObject({ expected: 637, loaded: 0, out: 0, difference: -3 });
    const { records } = await merchant.call(calls.listExchangeEntries, { equipmentId: device.id, size: 50 });
    expect(records.map(({ kind, coins }) => [kind, coins]).toSorted()).toEqual([
      ['count', -3],
      ['machineLoad', 200],
      ['opening', 500],
      ['out', -100],
    ]);
  });

  it('books a load once, though the machine counts it too', async () => {
    const device = await machine();
    await device.say('telemetry', device.telemetry(1, { hoppers: [{ hopper: 1, coins: 100 }] }));
    await merchant.call(calls.countExchange, { equipmentId: device.id, counted: 100 });
    const load = (coins: number, requestId = newId()) =>
      merchant.call(calls.loadExchange, { equipmentId: device.id, hopper: 1, coins, requestId });
    expect(await load(300)).toMatchObject({ told: true });
    const [command] = await commandsOf(device);
    expect(command).toMatchObject({ command: 'setHopper', parameters: { hopper: 1, coins: 400 } });
    await answerCommand(server, device, { state: 'done' });
    await device.say('telemetry', device.telemetry(2, { counters: { coinsLoaded: 302 } }));
    expect(await accountOf(device)).toMatchObject({ loaded: 300, expected: 400 });
    // a load at the machine itself, which nobody entered
    await device.say('telemetry', device.telemetry(3, { counters: { coinsLoaded: 352 } }));
    expect(await accountOf(device)).toMatchObject({ loaded: 350, expected: 450 });
    // the machine did not take the figure, so what it counts later is another load
    await load(10);
    await answerCommand(server, device, { state: 'failed', reason: 'busy' }, 2);
    await device.say('telemetry', device.telemetry(4, { counters: { coinsLoaded: 372 } }));
    expect(await accountOf(device)).toMatchObject({ loaded: 380 });
  });

  it('books one of 50 equal loads, and refuses one that means something else', async () => {
    const device = await machine();
    const requestId = newId();
    const load = (coins: number) =>
      merchant.call(calls.loadExchange, { equipmentId: device.id, hopper: 1, coins, requestId });
    const answers = await Promise.all(Array.from({ length: 50 }, () => load(70)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await accountOf(device)).toMatchObject({ loaded: 70 });
    expect(await refusalOf(load(71))).toBe('coins:error.otherRequest');
  });

  it('is counted by the machine hopper after hopper, and stays as it is when one fails', async () => {
    const device = await machine();
    const hoppers = [
      { hopper: 1, coins: 90 },
      { hopper: 2, coins: 60 },
    ];
    await device.say('telemetry', device.telemetry(1, { hoppers }));
    await merchant.call(calls.countExchange, { equipmentId: device.id, counted: 150 });
    const { id } = await merchant.call(calls.countByMachine, { equipmentId: device.id });
    expect(await refusalOf(merchant.call(calls.countByMachine, { equipmentId: device.id }))).toBe(
      'coins:error.countingAlready',
    );
    await answerCommand(server, device, { state: 'done', counted: 88 });
    expect((await commandsOf(device, 2)).at(-1)).toMatchObject({ parameters: { hopper: 2 } });
    expect(await merchant.call(calls.readStocktake, { id })).toMatchObject({
      state: 'counting',
      hoppers: [{ coins: 88 }, { coins: null }],
    });
    await answerCommand(server, device, { state: 'done', counted: 60 }, 2);
    expect(await merchant.call(calls.readStocktake, { id })).toMatchObject({ state: 'done', difference: -2 });
    expect(await accountOf(device)).toMatchObject({ expected: 148 });
    const second = await merchant.call(calls.countByMachine, { equipmentId: device.id });
    await answerCommand(server, device, { state: 'failed', reason: 'jam', counted: 5 }, 3);
    expect(await merchant.call(calls.readStocktake, { id: second.id })).toMatchObject({ state: 'failed' });
    expect(await accountOf(device)).toMatchObject({ expected: 148 });
  });

  it('is nobody else’s, and only of exchange machines', async () => {
    const device = await machine();
    const other = await server.as('merchant2');
    const claw = await onlineDevice(server);
    const count = (client: Client, equipmentId: string) =>
      refusalOf(client.call(calls.countExchange, { equipmentId, counted: 1 }));
    expect(await count(other, device.id)).toBe('kit:error.notFound');
    expect(await count(merchant, claw.id)).toBe('coins:error.notExchange');
    expect(await count(await server.as('clerk'), device.id)).toBe('kit:error.noPermission');
  });

  it('loses what was emptied into the bag', async () => {
    const device = await machine();
    await merchant.call(calls.countExchange, { equipmentId: device.id, counted: 80 });
    await merchant.call(fleetContract.sendCommand, {
      equipmentId: device.id,
      command: 'emptyHopper',
      parameters: { hopper: 1 },
    });
    await answerCommand(server, device, { state: 'done', counted: 80 });
    expect(await accountOf(device)).toMatchObject({ expected: 0 });
  });
});
