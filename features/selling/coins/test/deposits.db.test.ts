import { afterAll, describe, expect, it, vi } from 'vitest';
import { hireStaff } from '#features/base/team/test/hire-staff.ts';
import { alertsContract } from '#features/insight/alerts/contract.ts';
import { deviceSecret } from '#features/machines/devices/server/device-keys.ts';
import {
  answerCommand,
  commandsOf,
  onlineDevice,
  type TestDevice,
} from '#features/machines/devices/test/test-device.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import { presenceCode, presenceWindow } from '#kit/protocol/signing.ts';
import { playerTopic } from '#kit/server/outbox.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { coinsContract as calls } from '../contract.ts';
import { expectProof, owned, playerId } from './crew.ts';

const { server, staff, player: playerNamed } = testServer();
const merchant = staff('merchant');
const player = playerNamed('林小雨');
const stranger = playerNamed('张伟');
afterAll(() => expectProof(server));

const machine = () => onlineDevice(server, { type: 'deposit' });
/** What the machine's screen shows some windows ago. */
const shownBy = (device: TestDevice, ago = 0) => {
  const secret = deviceSecret(server.services.secrets, device.code, 1);
  return presenceCode(secret, device.code, presenceWindow(server.clock.now()) - ago);
};
const atScreen = (device: TestDevice) => ({ equipmentId: device.code, p: shownBy(device) });
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
    const { id } = await player.call(calls.startDeposit, atScreen(device));
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
    expect(await refusalOf(stranger.call(calls.readOwnDeposit, { id }))).toBe('kit:error.notFound');
  });

  it('show while they are counted, and go into the balance by the player’s own word, once', async () => {
    const device = await machine();
    const here = { equipmentId: device.code };
    const look = () => player.call(calls.readDepositing, here);
    expect(await look()).toMatchObject({ works: true, open: null, recent: [] });
    const { id } = await player.call(calls.startDeposit, atScreen(device));
    // a player who opens the page again is at the same count
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
    const { id } = await player.call(calls.startDeposit, { ...atScreen(device), unit: 'ticket' });
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
    for (const call of [calls.readDepositing, calls.startDeposit])
      expect(await refusalOf(player.call(call, { equipmentId: 'CW10001' }))).toBe('coins:error.notDeposit');
  });

  it('count when a jam ended it, and nothing waits when nothing was counted', async () => {
    const device = await machine();
    const start = () =>
      merchant.call(fleetContract.sendCommand, {
        equipmentId: device.id,
        command: 'startCounting',
        parameters: { kind: 'tickets' },
      });
    await start();
    await answerCommand(server, device, { state: 'failed', reason: 'jam', counted: 9 });
    expect(await depositsOf(device)).toMatchObject([{ unit: 'ticket', amount: 9, state: 'waiting' }]);
    const { id } = await player.call(calls.startDeposit, atScreen(device));
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

describe('a player who deposits stands before the machine', () => {
  it('shown by the code on its screen: lately, by this machine, and once', async () => {
    const device = await machine();
    const other = await machine();
    const start = (p: string) => player.call(calls.startDeposit, { equipmentId: device.code, p });
    for (const p of ['ABC234', shownBy(other), shownBy(device, 5), shownBy(device, -3)])
      expect(await refusalOf(start(p))).toBe('coins:error.wrongCode');
    expect(device.heard('command')).toEqual([]);
    const code = shownBy(device, 1).toLowerCase();
    await start(`${code.slice(0, 3)} ${code.slice(3)}`);
    await answerCommand(server, device, { state: 'done', counted: 3 });
    expect(await refusalOf(start(code))).toBe('coins:error.codeUsed');
    const again = stranger.call(calls.startDeposit, { equipmentId: device.code, p: code });
    expect(await refusalOf(again)).toBe('coins:error.codeUsed');
  });

  it('and of two who say the same code at the same moment one is let through', async () => {
    const device = await machine();
    const outcomes = await Promise.all(
      ['林小雨', '张伟', '刘芳'].map(async (name) =>
        refusalOf((await server.asPlayer(name)).call(calls.startDeposit, atScreen(device))),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['coins:error.codeUsed', 'coins:error.codeUsed', 'done']);
    expect(await commandsOf(device)).toHaveLength(1);
  });

  it('or by its button, pressed as often as the page of the player says', async () => {
    const device = await machine();
    const here = { equipmentId: device.code };
    const pressed = async (off: number, nth: number) => {
      const { id } = await player.call(calls.startDeposit, here);
      // from wherever it was asked: nothing counts yet
      const { state, presses } = await player.call(calls.readOwnDeposit, { id });
      expect(state).toBe('confirming');
      expect(presses).toBeGreaterThan(1);
      expect(await player.call(calls.startDeposit, here)).toEqual({ id });
      await answerCommand(server, device, { state: 'done', counted: presses! + off }, nth);
      return id;
    };
    // somebody else pressed once, to pour in their own
    const strange = await pressed(-1, 1);
    expect(await player.call(calls.readOwnDeposit, { id: strange })).toMatchObject({
      state: 'empty',
      presses: null,
    });
    const own = await pressed(0, 2);
    await expect
      .poll(() => player.call(calls.readOwnDeposit, { id: own }), soon)
      .toMatchObject({
        state: 'counting',
      });
    expect((await commandsOf(device, 3)).map(({ command }) => command)).toEqual([
      'awaitPress',
      'awaitPress',
      'startCounting',
    ]);
    await answerCommand(server, device, { state: 'done', counted: 12 }, 3);
    expect(await player.call(calls.readOwnDeposit, { id: own })).toMatchObject({
      state: 'waiting',
      amount: 12,
    });
  });

  it('and who leaves the button unpressed again and again does not hold the machine up', async () => {
    const device = await machine();
    const start = () => player.call(calls.startDeposit, { equipmentId: device.code });
    for (const nth of [1, 2, 3]) {
      await start();
      await answerCommand(server, device, { state: 'failed', reason: 'timeout', counted: 0 }, nth);
    }
    expect(await refusalOf(start())).toBe('coins:error.askStaff');
  });
});

describe('more than can be', () => {
  it('is set aside, told to the staff, and becomes somebody’s by a person’s decision alone', async () => {
    const device = await machine();
    const { id } = await player.call(calls.startDeposit, atScreen(device));
    await answerCommand(server, device, { state: 'done', counted: 1_000_000 });
    expect(await player.call(calls.readOwnDeposit, { id })).toMatchObject({ state: 'held' });
    expect(await depositsOf(device)).toMatchObject([
      { id, state: 'held', heldFor: 'tooMany', counted: 1_000_000 },
    ]);
    const open = await merchant.call(alertsContract.listAlerts, { equipmentId: device.id });
    expect(open.records).toMatchObject([{ kind: 'depositHeld' }]);
    expect(await refusalOf(player.call(calls.bookOwnDeposit, { id }))).toBe('coins:error.lookedAt');
    expect(await refusalOf(book([id]))).toBe('coins:error.heldDeposit');
    const before = await owned(server, '林小雨');
    const decide = (by: Client, amount: number) =>
      by.call(calls.decideDeposit, { id, decision: 'book', amount, reason: '开箱清点 40 枚' });
    // who may issue coins may not decide about this
    const { client: issuer } = await hireStaff(server, merchant, ['coins.view', 'coins.issue']);
    expect(await refusalOf(decide(issuer, 40))).toBe('kit:error.noPermission');
    expect(await refusalOf(decide(await server.as('merchant2'), 40))).toBe('kit:error.notFound');
    expect(await refusalOf(decide(merchant, 1_000_001))).toBe('coins:error.moreThanTold');
    expect(await decide(merchant, 40)).toMatchObject({ state: 'booked', amount: 40 });
    expect(await refusalOf(decide(merchant, 40))).toBe('coins:error.alreadyDecided');
    expect(await owned(server, '林小雨')).toBe(before + 40);
    expect(await depositsOf(device)).toMatchObject([{ state: 'booked', amount: 40, counted: 1_000_000 }]);
  });

  it('at the machine itself too, where it is refused and nothing is booked', async () => {
    const device = await machine();
    await pour(device, 1, 'coin', 1_000_000);
    await pour(device, 2, 'ticket', 90);
    await pour(device, 3, 'coin', 1900);
    const held = await depositsOf(device);
    expect(held.map(({ amount, state, heldFor }) => [amount, state, heldFor]).toSorted()).toEqual([
      [1_000_000, 'held', 'tooMany'],
      [1900, 'held', 'tooFast'],
      [90, 'waiting', null],
    ]);
    const { id } = held.find(({ amount }) => amount === 1_000_000)!;
    const refuse = () => merchant.call(calls.decideDeposit, { id, decision: 'refuse', reason: '箱里是空的' });
    expect(await refuse()).toMatchObject({ state: 'refused' });
    expect(await refusalOf(refuse())).toBe('coins:error.alreadyDecided');
    expect(await refusalOf(book([id], '张伟'))).toBe('coins:error.alreadyBooked');
  });
});
