/** Two players at one machine: the one who pays has it for a while, the next one waits, is called, and nobody is passed over. */

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { issuePlayerToken, rememberPlayer } from '#features/base/players/server/public.ts';
import type { TestDevice } from '#features/machines/devices/test/test-device.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { automaticSite, openArcade, playerId } from '#features/selling/orders/test/arcade.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { secondMs } from '#kit/kernel/time.ts';
import { playerTopic } from '#kit/server/outbox.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { playContract } from '../contract.ts';
import { mostRenewals } from '../rules/turn-rules.ts';
import { advanceTurns, turnsKept } from '../server/turns.ts';

const arcade = staged(openArcade, (it) => it.close());
let ann: Client;
let bob: Client;
let cid: Client;
let machine: TestDevice;
beforeAll(async () => {
  // seconds that are left are counted here: they pass when a test says so
  arcade.server.clock.hold();
  [ann, bob, cid] = await Promise.all([arcade.player(), arcade.player('张伟'), arcade.player('王美丽')]);
});
beforeEach(async () => {
  machine = await arcade.machine();
});

const { payForDevice, cancelOrder } = ordersContract;
const { takeTurn, leaveTurn, readOffers, readReservation } = playContract;
const buy = (client: Client, code = machine.code, payWay: 'wechat' | 'alipay' = 'wechat') =>
  client.call(payForDevice, { equipmentId: code, payWay, requestId: newId() });
const turn = async (client: Client, code = machine.code) =>
  (await client.call(readOffers, { equipmentId: code })).turn;
const wait = (client: Client) => client.call(takeTurn, { equipmentId: machine.code });
const leave = (client: Client) => client.call(leaveTurn, { equipmentId: machine.code });
const later = async (seconds: number) => {
  arcade.server.clock.forward(seconds * secondMs);
  await advanceTurns(arcade.server.services);
};

describe('a machine that plays one at a time', () => {
  it('is kept for the player who taps pay, and refused to others until they have paid, left or taken too long', async () => {
    expect(await turn(ann)).toMatchObject({ state: 'free' });
    const { orderNumber } = await buy(ann);
    expect(await turn(ann)).toMatchObject({ state: 'yours', kind: 'paying', seconds: 60 });
    expect(await turn(bob)).toMatchObject({ state: 'taken', kind: 'paying', seconds: 60 });
    expect(await refusalOf(buy(bob))).toBe('play:error.taken.paying');
    await later(61);
    expect(await turn(bob)).toMatchObject({ state: 'free' });
    await buy(bob);
    // who took too long finds that somebody else pays now
    expect(await refusalOf(buy(ann))).toBe('play:error.taken.paying');
    await ann.call(cancelOrder, { orderNumber });
    expect(await turn(ann)).toMatchObject({ state: 'taken' });
  });

  it('is free at once when the order is called off, and stays taken while the play lasts', async () => {
    const { orderNumber } = await buy(ann);
    await ann.call(cancelOrder, { orderNumber });
    await expect.poll(() => turn(bob), soon).toMatchObject({ state: 'free' });
    const paid = await buy(ann);
    await arcade.pay(paid.orderNumber);
    await arcade.answer(machine, { state: 'done', asked: 1, counted: 1 });
    await expect.poll(() => turn(bob), soon).toMatchObject({ state: 'taken', kind: 'playing' });
    expect(await refusalOf(buy(bob))).toBe('play:error.taken.playing');
    await later(46);
    expect(await turn(bob)).toMatchObject({ state: 'free' });
  });

  it('calls who waits, in the order in which they came, each for a while', async () => {
    await buy(ann);
    expect(await wait(bob)).toMatchObject({ state: 'waiting', others: 0, seconds: 60 });
    expect(await wait(cid)).toMatchObject({ state: 'waiting', others: 1, seconds: 120 });
    expect(await wait(bob)).toMatchObject({ state: 'waiting', others: 0 });
    expect(await turn(ann)).toMatchObject({ state: 'yours', others: 2 });
    await later(29);
    await wait(bob);
    await wait(cid);
    await later(29);
    await wait(bob);
    await wait(cid);
    await later(4);
    expect(await turn(bob)).toMatchObject({ state: 'yours', kind: 'turn', seconds: 30 });
    expect(await turn(cid)).toMatchObject({ state: 'waiting', others: 0 });
    // neither who was before nor who comes now gets in between
    expect(await refusalOf(buy(ann))).toBe('play:error.taken.turn');
    expect(await refusalOf(buy(cid))).toBe('play:error.taken.turn');
    await buy(bob);
    expect(await turn(bob)).toMatchObject({ state: 'yours', kind: 'paying', seconds: 60 });
    await leave(bob);
    await advanceTurns(arcade.server.services);
    expect(await turn(cid)).toMatchObject({ state: 'yours', kind: 'turn' });
    await later(31);
    expect(await turn(ann)).toMatchObject({ state: 'free' });
  });

  it('does not wait for who has gone, and nobody begins to pay again and again while others wait', async () => {
    await buy(ann);
    await wait(bob);
    await later(31);
    expect(await turn(ann)).toMatchObject({ state: 'yours', others: 0 });
    await wait(bob);
    for (let times = 0; times < mostRenewals; times++) await buy(ann);
    // the orders that were called off on the way have freed nothing
    await turnsKept(arcade.server.services);
    await advanceTurns(arcade.server.services);
    expect(await turn(ann)).toMatchObject({ state: 'yours', kind: 'paying', others: 1 });
    expect(await refusalOf(buy(ann))).toBe('play:error.taken.waited');
    // who does not wait any more leaves nobody behind
    await leave(bob);
    expect(await refusalOf(buy(ann))).toBe('done');
  });

  it('goes to one of twenty who tap at the same moment, and so does the next turn', async () => {
    const { services, withToken } = arcade.server;
    const people = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        services.db.transaction((tx) =>
          rememberPlayer(tx, {
            platform: 'wechat',
            appId: 'turns',
            openId: `${machine.code} ${index}`,
            name: `racer ${index}`,
          }),
        ),
      ),
    );
    const racers = await Promise.all(
      people.map(async (person) => withToken(await issuePlayerToken(services, person))),
    );
    const ends = await Promise.all(racers.map((racer) => refusalOf(buy(racer, machine.code, 'alipay'))));
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
    expect(ends.filter((end) => end === 'play:error.taken.paying')).toHaveLength(19);
    await Promise.all(racers.map(wait));
    await leave(racers[ends.indexOf('done')]!);
    await Promise.all(Array.from({ length: 5 }, () => advanceTurns(arcade.server.services)));
    const turns = await Promise.all(racers.map((racer) => turn(racer)));
    expect(turns.filter((one) => one?.state === 'yours')).toHaveLength(1);
    const places = turns.flatMap((one) => (one?.state === 'waiting' ? [one.others] : []));
    expect(places.sort((a, b) => a - b)).toEqual(Array.from({ length: 18 }, (_, place) => place));
  });

  it('is one of a player’s at a time: who pays elsewhere lets the first one go', async () => {
    const other = await arcade.machine();
    await buy(ann);
    await buy(ann, other.code);
    expect(await turn(bob)).toMatchObject({ state: 'free' });
    expect(await turn(bob, other.code)).toMatchObject({ state: 'taken' });
    // one of the two may find that the other called its order off, while it is made or when it is said again
    const third = await arcade.machine();
    const tried = await Promise.allSettled([buy(bob), buy(bob, third.code)]);
    expect(tried.map(({ status }) => status)).toContain('fulfilled');
    const { db } = arcade.server.services;
    const kept = await db.raw`select 1 from machine_hold h join player p on p.id = h.player_id
      where p.name = '张伟' and h.until > ${arcade.server.clock.now().toISOString()}::timestamptz`;
    expect(kept).toHaveLength(1);
  });

  it('is told to who waits and to who has it, and the specification’s question is about oneself', async () => {
    const heard: string[] = [];
    const ids = [playerId];
    const deaf = arcade.server.services.live.subscribe(ids.map(playerTopic), ({ event }) =>
      heard.push(event),
    );
    await buy(ann);
    await wait(bob);
    await expect.poll(() => heard, soon).toContain('play.turnChanged');
    deaf();
    const kept = await ann.call(readReservation, { playerId, fieldId: automaticSite });
    expect(kept).toMatchObject({ reserved: true, until: expect.any(String) });
    expect(await refusalOf(bob.call(readReservation, { playerId, fieldId: automaticSite }))).toBe(
      'kit:error.notFound',
    );
    await leave(ann);
    expect(await ann.call(readReservation, { playerId, fieldId: automaticSite })).toEqual({
      reserved: false,
      equipmentNo: null,
      until: null,
    });
  });

  it('is sold by staff no matter who waits, and machines that only hand something out know no turns', async () => {
    await buy(ann);
    const staff = await arcade.staff();
    expect(await refusalOf(staff.call(ordersContract.sellAtCounter, { equipmentId: machine.id }))).toBe(
      'done',
    );
    const exchange = await arcade.machine({ type: 'exchange' });
    await Promise.all([buy(ann, exchange.code), buy(bob, exchange.code)]);
    expect(await turn(bob, exchange.code)).toBeNull();
    expect(await refusalOf(bob.call(takeTurn, { equipmentId: exchange.code }))).toBe(
      'play:error.unknownMachine',
    );
  });
});
