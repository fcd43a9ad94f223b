import { describe, expect, it } from 'vitest';
import { hourMs, minuteMs } from '#kit/kernel/time.ts';
import { defaultSettings, definitionOf, type SettingsDocument } from '#kit/protocol/types/catalogue.ts';
import { type DeviceType, deviceTypes } from '#kit/protocol/types/names.ts';
import { countPulses, type SignalSettings } from '../devices/coin-line.ts';
import { Fleet } from '../devices/fleet.ts';
import { worksAt } from '../devices/note-acceptor.ts';
import { profiles } from '../devices/profiles.ts';
import { ManualTimers } from '../devices/timers.ts';
import { type Bench, deviceOnBench, noWear, testStart } from './bench-device.ts';
import { PretendServer, testIdentity } from './pretend-server.ts';

async function carryOut(
  bench: Bench,
  command: string,
  parameters: Record<string, unknown>,
  ms = 5 * minuteMs,
) {
  const id = bench.server.command(command, parameters);
  await bench.timers.advance(ms);
  return bench.server.of('result').find((result) => result.id === id && result.state !== 'accepted');
}

async function withSettings(type: DeviceType, change: SettingsDocument, options = {}): Promise<Bench> {
  const bench = await deviceOnBench(type, options);
  const settings = defaultSettings(type);
  for (const [group, values] of Object.entries(change)) settings[group] = { ...settings[group], ...values };
  bench.server.send('settings', { version: 1, expiresAt: bench.server.in(10_000), settings });
  await bench.timers.advance(1000);
  expect(bench.server.last('settings')).toMatchObject({ state: 'applied' });
  return bench;
}

describe('every type', () => {
  const parameters: Record<string, Record<string, unknown>> = {
    credit: { amount: 5 },
    freePlay: { plays: 2 },
    dispense: { amount: 30 },
    countHopper: { hopper: 1 },
    emptyHopper: { hopper: 1 },
    setHopper: { hopper: 1, coins: 900 },
    vend: { lane: 3 },
    testLane: { lane: 3 },
    setLaneStock: { lanes: [{ lane: 3, stock: 2 }] },
    startGame: { lane: 3 },
    trialGame: { stages: [{ needles: 5, speed: 30, timeS: 20 }] },
    giveTickets: { amount: 12 },
    openCell: { lane: 3 },
    startCounting: { kind: 'coins' },
    clear: { what: 'both' },
  };

  it.each(
    deviceTypes.flatMap((type) =>
      Object.keys(definitionOf(type).commands)
        // somebody has to press: shown-machines.test.ts
        .filter((name) => name !== 'awaitPress')
        .map((name) => [type, name]),
    ),
  )('%s carries out %s within its time and counts only with counters of its type', async (type, name) => {
    const bench = await deviceOnBench(type as DeviceType);
    const { withinMs } = definitionOf(type as DeviceType).commands[name]!;
    const result = await carryOut(bench, name, parameters[name] ?? {}, withinMs);
    expect(result).toMatchObject({ state: 'done' });
    const known = definitionOf(type as DeviceType).counters;
    expect(Object.keys(bench.server.totals).filter((counter) => !known.includes(counter))).toEqual([]);
  });
});

describe('the coin line', () => {
  const settings = defaultSettings('claw').signal as SignalSettings;
  const pulse = (ms: number) => [
    { closed: true, ms },
    { closed: false, ms: 100 },
  ];

  it('ignores pulses shorter than 20 ms', () => {
    expect(countPulses([...pulse(19), ...pulse(20), ...pulse(50), ...pulse(3)], settings)).toBe(2);
  });

  it('reads a contact that rests closed the other way round', () => {
    const line = [
      { closed: true, ms: 500 },
      { closed: false, ms: 50 },
      { closed: true, ms: 100 },
    ];
    expect(countPulses(line, { ...settings, polarity: 'normallyClosed' })).toBe(1);
  });
});

describe('a claw', () => {
  const plays = async (change: SettingsDocument, count: number) => {
    const bench = await withSettings('claw', { play: { gameTimeS: 5 }, ...change });
    for (let left = count; left > 0; left -= 10)
      await carryOut(bench, 'freePlay', { plays: 10 }, 10 * minuteMs);
    return { wins: bench.server.totals.prizesOut ?? 0, plays: bench.server.totals.plays };
  };

  it('guarantees a prize after so many plays without one', async () => {
    const force = { payoutMode: 'random', payoutRate: 0, guaranteeAfterPlays: 9 };
    expect(await plays({ force }, 100)).toMatchObject({ plays: 100 });
    expect((await plays({ force }, 100)).wins).toBeGreaterThanOrEqual(9);
  });

  it('gives nothing where rate and guarantee are off', async () => {
    const force = { payoutMode: 'fixed', payoutRate: 0, guaranteeAfterPlays: 0 };
    expect((await plays({ force }, 50)).wins).toBe(0);
  });

  it('pays out every n-th play in fixed mode', async () => {
    const force = { payoutMode: 'fixed', payoutRate: 2000, guaranteeAfterPlays: 0, resetRateAfterWin: false };
    const { wins } = await plays({ force }, 100);
    expect(wins).toBeGreaterThan(15);
    expect(wins).toBeLessThanOrEqual(20);
  });

  it('takes no coins while its prize sensor is blocked, and tells the server why', async () => {
    const bench = await deviceOnBench('claw');
    bench.client.machine?.break('prizeSensorBlocked');
    expect(await carryOut(bench, 'credit', { amount: 1 })).toMatchObject({
      state: 'failed',
      reason: 'fault',
      counted: 0,
    });
    expect(bench.server.last('telemetry')?.faults ?? bench.server.of('telemetry').at(-2)?.faults).toContain(
      'prizeSensorBlocked',
    );
  });

  it('plays what a player from afar and staff paid for, and counts them apart', async () => {
    const bench = await deviceOnBench('claw');
    await carryOut(bench, 'credit', { amount: 2 });
    await carryOut(bench, 'credit', { amount: 3, source: 'remote' });
    expect(bench.server.totals).toMatchObject({ onlineCoins: 2, remoteCoins: 3, coinsIn: 5, plays: 5 });
  });
});

describe('a coin exchange', () => {
  it('counts what fell and names the jam', async () => {
    const bench = await deviceOnBench('exchange', { wear: { jamPerPiece: 0.2, unseenPerPiece: 0 } });
    const result = await carryOut(bench, 'dispense', { amount: 200 });
    expect(result).toMatchObject({ state: 'failed', reason: 'jam', asked: 200 });
    expect(result?.counted).toBe(bench.server.totals.coinsOut ?? 0);
    expect(await carryOut(bench, 'dispense', { amount: 1 })).toMatchObject({ reason: 'fault', counted: 0 });
    bench.client.machine?.mend('hopperJam');
    expect((await carryOut(bench, 'dispense', { amount: 1 }))?.reason).not.toBe('fault');
  });

  it('gives what it has when the hoppers run empty', async () => {
    const bench = await deviceOnBench('exchange');
    await carryOut(bench, 'setHopper', { hopper: 1, coins: 7 });
    expect(await carryOut(bench, 'dispense', { amount: 20 })).toMatchObject({
      state: 'failed',
      reason: 'empty',
      asked: 20,
      counted: 7,
    });
    expect(bench.client.controller?.telemetry.faults).toEqual(
      expect.arrayContaining(['hopperEmpty', 'hopperLow']),
    );
  });

  it('times out when coins no longer pass the sensor', async () => {
    const bench = await deviceOnBench('exchange', { wear: { jamPerPiece: 0, unseenPerPiece: 1 } });
    expect(await carryOut(bench, 'dispense', { amount: 200 })).toMatchObject({
      reason: 'timeout',
      asked: 200,
    });
  });

  it('gives no more at once than its settings allow', async () => {
    const bench = await withSettings('exchange', { exchange: { maxPerDispense: 10 } });
    expect(await carryOut(bench, 'dispense', { amount: 11 })).toMatchObject({
      reason: 'badParameters',
      counted: 0,
    });
  });
});

describe('a vending machine', () => {
  it('sells until a lane is empty and reports the stock', async () => {
    const bench = await deviceOnBench('vending');
    await carryOut(bench, 'setLaneStock', { lanes: [{ lane: 5, stock: 2 }] });
    expect(await carryOut(bench, 'vend', { lane: 5, amount: 3 })).toMatchObject({
      state: 'failed',
      reason: 'empty',
      asked: 3,
      counted: 2,
    });
    const lanes = bench.server.of('telemetry').findLast((message) => message.lanes)?.lanes;
    expect(lanes?.find(({ lane }) => lane === 5)?.stock).toBe(0);
    expect(bench.server.totals).toMatchObject({ sold: 2, salesFen: 1000 });
  });

  it('does not count what the drop sensor did not see', async () => {
    const bench = await deviceOnBench('vending', { wear: { jamPerPiece: 0, unseenPerPiece: 1 } });
    expect(await carryOut(bench, 'vend', { lane: 1 })).toMatchObject({ reason: 'timeout', counted: 0 });
    expect(bench.client.controller?.telemetry.faults).toContain('dropNotSeen');
  });

  it('keeps a jammed lane closed until it is mended', async () => {
    const wear = { ...noWear, jamPerPiece: 1 };
    const bench = await deviceOnBench('vending', { wear });
    expect(await carryOut(bench, 'vend', { lane: 1 })).toMatchObject({ reason: 'jam', counted: 0 });
    wear.jamPerPiece = 0;
    expect(await carryOut(bench, 'vend', { lane: 1 })).toMatchObject({ reason: 'jam', counted: 0 });
    bench.client.machine?.mend('laneJam');
    expect(await carryOut(bench, 'vend', { lane: 1 })).toMatchObject({ state: 'done', counted: 1 });
  });

  it('refuses while its door is open', async () => {
    const bench = await deviceOnBench('vending');
    await carryOut(bench, 'openDoor', {}, 2000);
    expect(await carryOut(bench, 'vend', { lane: 1 }, 1000)).toMatchObject({ reason: 'doorOpen' });
  });
});

it('a lipstick machine lets nobody lose for ever', async () => {
  const bench = await withSettings('lipstick', { needleGame: { guaranteeAfterPlays: 3 } });
  const settings = bench.client.controller?.memory.settings.prizeLanes as { lanes: { winRate: number }[] };
  for (const lane of settings.lanes) lane.winRate = 0;
  const counted: (number | undefined)[] = [];
  for (let play = 0; play < 4; play++)
    counted.push((await carryOut(bench, 'startGame', { lane: 1 }))?.counted);
  expect(counted).toEqual([0, 0, 0, 1]);
});

it('a note acceptor keeps its hours', () => {
  const noon = new Date(2026, 10, 16, 12, 0);
  const schedule = [{ days: [1], period: '22:00-04:00' }];
  expect(worksAt({ enabled: true, schedule: [] }, noon)).toBe(true);
  expect(worksAt({ enabled: false, schedule: [] }, noon)).toBe(false);
  expect(worksAt({ enabled: true, schedule }, noon)).toBe(false);
  expect(worksAt({ enabled: true, schedule }, new Date(2026, 10, 16, 23, 0))).toBe(true);
});

describe('a fleet', () => {
  async function liveADay(seed: string) {
    const timers = new ManualTimers(testStart);
    const identities = deviceTypes.map((type, index) => ({
      ...testIdentity(type, `DAY0000${index}`),
      secret: Buffer.alloc(32, index),
    }));
    const servers = new Map(
      identities.map((identity) => [identity.code, new PretendServer(identity, timers)]),
    );
    const fleet = new Fleet({
      url: 'mqtt://bench',
      identities,
      profileOf: () => profiles.night,
      seed,
      timers,
      openLink: (request) => servers.get(request.code)!.open(request),
    });
    await fleet.start();
    await timers.advance(10 * hourMs);
    const stopped = fleet.stop();
    await timers.advance(1000);
    await stopped;
    return { servers, story: JSON.stringify([...servers.values()].map((server) => server.heard)), fleet };
  }

  it('lives the same day again with the same seed, and another with another', async () => {
    const one = await liveADay('one');
    expect((await liveADay('one')).story).toBe(one.story);
    expect((await liveADay('two')).story).not.toBe(one.story);
  });

  it('has visitors, coins, prizes and sales, in any network', async () => {
    const { servers, fleet } = await liveADay('three');
    const totals: Record<string, number> = {};
    for (const { totals: own } of servers.values())
      for (const [counter, amount] of Object.entries(own)) totals[counter] = (totals[counter] ?? 0) + amount;
    expect(fleet.figures().visits).toBeGreaterThan(20);
    for (const counter of ['cashCoins', 'plays', 'notesYuan', 'ticketsOut', 'sold', 'coinsIn'])
      expect(totals[counter], counter).toBeGreaterThan(0);
  });
});
