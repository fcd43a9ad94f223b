import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { devicesContract } from '#features/devices/contract.ts';
import {
  answerCommand,
  commandsOf,
  onlineDevice,
  type TestDevice,
} from '#features/devices/test/test-device.ts';
import type { Client } from '#kit/contract/client.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
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
