import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { devicesContract } from '#features/devices/contract.ts';
import {
  answerCommand,
  commandsOf,
  onlineDevice,
  type TestDevice,
} from '#features/devices/test/test-device.ts';
import type { Client } from '#kit/contract/client.ts';
import { playerTopic } from '#kit/server/outbox.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { coinsContract as calls } from '../contract.ts';
import { expectProof, owned, playerId } from './crew.ts';

let server: TestServer;
let merchant: Client;
beforeAll(async () => {
  server = await startTestServer();
  merchant = await server.as('merchant');
});
afterAll(async () => {
  await expectProof(server);
  await server.close();
});

const machine = () => onlineDevice(server, { type: 'deposit' });
const depositsOf = async (device: TestDevice) =>
  (await merchant.call(calls.listDeposits, { equipmentId: device.id })).records;
const pour = (device: TestDevice, seq: number, kind: 'coin' | 'ticket', amount: number, commandId?: string) =>
  device.say(
    'telemetry',
    device.telemetry(seq, {
      counters: { coinsIn: 1000 + seq },
      events: [{ kind, amount, at: server.clock.now().toISOString(), ...(commandId && { commandId }) }],
    }),
  );
const book = (ids: string[], player?: string) =>
  merchant.call(calls.bookDeposits, { ids, ...(player && { playerId: playerId(player) }) });

describe('coins poured into a deposit machine', () => {
  it('wait for a member whom staff choose, and are booked once by 50 calls at the same time', async () => {
    const device = await machine();
    await pour(device, 1, 'coin', 120);
    await pour(device, 1, 'coin', 120);
    await pour(device, 2, 'ticket', 45);
    const waiting = await depositsOf(device);
    expect(waiting.map(({ unit, amount, state }) => [unit, amount, state]).toSorted()).toEqual([
      ['coin', 120, 'waiting'],
      ['ticket', 45, 'waiting'],
    ]);
    const ids = waiting.map(({ id }) => id);
    expect(await refusalOf(book(ids))).toBe('coins:error.chooseMember');
    const before = { coin: await owned(server, '张伟'), ticket: await owned(server, '张伟', 'ticket') };
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => refusalOf(book(ids, '张伟'))));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['done', 'coins:error.alreadyBooked']));
    expect(await owned(server, '张伟')).toBe(before.coin + 120);
    expect(await owned(server, '张伟', 'ticket')).toBe(before.ticket + 45);
    expect(await depositsOf(device)).toMatchObject([
      { state: 'booked', playerName: '张伟' },
      { state: 'booked' },
    ]);
  });

  it('belong to the player who let the machine count, and to nobody else', async () => {
    const device = await machine();
    const player = await server.asPlayer('林小雨');
    const { id } = await player.call(calls.startDeposit, { equipmentId: device.code });
    expect(await commandsOf(device)).toMatchObject([
      { command: 'startCounting', parameters: { kind: 'coins' } },
    ]);
    expect(await player.call(calls.readOwnDeposit, { id })).toMatchObject({
      state: 'counting',
      amount: null,
    });
    const commandId = await answerCommand(server, device, { state: 'done', counted: 66 });
    // the log line of the same count adds nothing
    await pour(device, 1, 'coin', 66, commandId);
    expect(await depositsOf(device)).toMatchObject([
      { id, state: 'waiting', amount: 66, playerName: '林小雨' },
    ]);
    expect(await refusalOf(book([id], '张伟'))).toBe('coins:error.othersDeposit');
    const before = await owned(server, '林小雨');
    expect(await book([id])).toEqual({ booked: 1, coins: 66, tickets: 0 });
    expect(await owned(server, '林小雨')).toBe(before + 66);
    const stranger = await server.asPlayer('张伟');
    expect(await refusalOf(stranger.call(calls.readOwnDeposit, { id }))).toBe('kit:error.notFound');
  });

  it('show while they are counted, and go into the balance by the player’s own word, once', async () => {
    const device = await machine();
    const player = await server.asPlayer('林小雨');
    const here = { equipmentId: device.code };
    const look = () => player.call(calls.readDepositing, here);
    expect(await look()).toMatchObject({ works: true, open: null, recent: [] });
    const { id } = await player.call(calls.startDeposit, here);
    // whoever opens the page anew is at the same count
    expect(await player.call(calls.startDeposit, here)).toEqual({ id });
    const heard = server.services.live;
    const told: unknown[] = [];
    const deaf = heard.subscribe([playerTopic(playerId('林小雨'))], ({ event, data }) =>
      told.push([event, data]),
    );
    // the first totals of a machine are where its counting begins
    await device.say('telemetry', device.telemetry(1, { counters: { coinsIn: 500 } }));
    const before = (await look()).open?.seen ?? 0;
    await device.say('telemetry', device.telemetry(2, { counters: { coinsIn: 512, ticketsIn: 3 } }));
    expect((await look()).open).toMatchObject({ id, state: 'counting', amount: null, seen: before + 12 });
    await vi.waitFor(() => expect(told).toContainEqual(['deposit.own', { id, seen: before + 12 }]), soon);
    deaf();
    expect(await refusalOf(player.call(calls.bookOwnDeposit, { id }))).toBe('coins:error.notCounted');
    await player.call(calls.stopDeposit, { id });
    const [counting, stopping] = await commandsOf(device, 2);
    expect([counting?.command, stopping?.command]).toEqual(['startCounting', 'stopCounting']);
    const at = server.clock.now().toISOString();
    await device.say('result', { id: stopping!.id, at, state: 'done' });
    await device.say('result', { id: counting!.id, at, state: 'done', counted: 30 });
    // late counters change nothing any more
    await device.say('telemetry', device.telemetry(3, { counters: { coinsIn: 530 } }));
    const { open, balance } = await look();
    expect(open).toMatchObject({ id, state: 'waiting', amount: 30, stuck: false });
    expect(balance).toBe(await owned(server, '林小雨'));
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => refusalOf(player.call(calls.bookOwnDeposit, { id }))),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['done', 'coins:error.alreadyInBalance']));
    expect(await owned(server, '林小雨')).toBe(balance + 30);
    expect(await look()).toMatchObject({
      open: null,
      balance: balance + 30,
      recent: [{ id, state: 'booked' }],
    });
    expect(await depositsOf(device)).toMatchObject([{ id, state: 'booked', bookedBy: '林小雨' }]);
    expect(await refusalOf(book([id]))).toBe('coins:error.alreadyBooked');
    // what has ended needs no second word
    expect(await player.call(calls.stopDeposit, { id })).toEqual({});
  });

  it('are the player’s up to a jam, and nobody else stops or books them', async () => {
    const device = await machine();
    const player = await server.asPlayer('林小雨');
    const stranger = await server.asPlayer('张伟');
    const { id } = await player.call(calls.startDeposit, { equipmentId: device.code, unit: 'ticket' });
    for (const call of [calls.stopDeposit, calls.bookOwnDeposit])
      expect(await refusalOf(stranger.call(call, { id }))).toBe('kit:error.notFound');
    await answerCommand(server, device, { state: 'failed', reason: 'jam', counted: 7 });
    const tickets = await owned(server, '林小雨', 'ticket');
    expect(
      (await player.call(calls.readDepositing, { equipmentId: device.code, unit: 'ticket' })).open,
    ).toMatchObject({ state: 'waiting', amount: 7, stuck: true });
    expect(await player.call(calls.bookOwnDeposit, { id })).toEqual({
      unit: 'ticket',
      amount: 7,
      balance: tickets + 7,
    });
  });

  it('are counted by deposit machines alone', async () => {
    const player = await server.asPlayer('林小雨');
    for (const call of [calls.readDepositing, calls.startDeposit])
      expect(await refusalOf(player.call(call, { equipmentId: 'CW10001' }))).toBe('coins:error.notDeposit');
  });

  it('count when a jam ended it, and nothing waits when nothing was counted', async () => {
    const device = await machine();
    const start = () =>
      merchant.call(devicesContract.sendCommand, {
        equipmentId: device.id,
        command: 'startCounting',
        parameters: { kind: 'tickets' },
      });
    await start();
    await answerCommand(server, device, { state: 'failed', reason: 'jam', counted: 9 });
    expect(await depositsOf(device)).toMatchObject([{ unit: 'ticket', amount: 9, state: 'waiting' }]);
    const player = await server.asPlayer('林小雨');
    const { id } = await player.call(calls.startDeposit, { equipmentId: device.code });
    await answerCommand(server, device, { state: 'failed', reason: 'busy' }, 2);
    const own = await player.call(calls.readOwnDeposit, { id });
    expect(own.state).not.toBe('waiting');
    expect(await refusalOf(book([id]))).toBe('coins:error.alreadyBooked');
  });

  it('are not booked by another merchant or without the right', async () => {
    const device = await machine();
    await pour(device, 1, 'coin', 5);
    const [deposit] = await depositsOf(device);
    const attempt = async (user: 'merchant2' | 'clerk') =>
      refusalOf(
        (await server.as(user)).call(calls.bookDeposits, { ids: [deposit!.id], playerId: playerId('张伟') }),
      );
    expect(await attempt('merchant2')).toBe('kit:error.notFound');
    expect(await attempt('clerk')).toBe('kit:error.noPermission');
    expect((await depositsOf(device))[0]).toMatchObject({ state: 'waiting' });
  });
});
