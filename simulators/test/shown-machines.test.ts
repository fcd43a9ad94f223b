/** What a page that shows a machine sees of it, and does to it. */
import { describe, expect, it } from 'vitest';
import { hourMs, minuteMs } from '#kit/kernel/time.ts';
import { Fleet } from '../devices/fleet.ts';
import type { Machine } from '../devices/machine.ts';
import { createMachine } from '../devices/machines.ts';
import { profiles } from '../devices/profiles.ts';
import { ManualTimers } from '../devices/timers.ts';
import { type Bench, deviceOnBench, noWear, testStart } from './bench-device.ts';
import { PretendServer, testIdentity } from './pretend-server.ts';

function machineOf({ client }: Bench): Machine {
  if (!client.machine) throw new Error('unplugged');
  return client.machine;
}

/** The names of the steps as they come, looked at every tenth of a second. */
async function stepsWithin(bench: Bench, ms: number): Promise<string[]> {
  const seen: string[] = [];
  for (let passedMs = 0; passedMs < ms; passedMs += 100) {
    const name = bench.client.machine?.step?.name;
    if (name && seen.at(-1) !== name) seen.push(name);
    await bench.timers.advance(100);
  }
  return seen;
}

const resultOf = (bench: Bench, id: string) =>
  bench.server.of('result').find((result) => result.id === id && result.state !== 'accepted');

describe('a claw that is shown', () => {
  it('moves step by step, and its button ends the aiming', async () => {
    const bench = await deviceOnBench('claw');
    bench.server.command('credit', { amount: 1 });
    await bench.timers.advance(1000);
    expect(machineOf(bench).step).toMatchObject({ name: 'aim' });
    machineOf(bench).press();
    expect(await stepsWithin(bench, minuteMs / 2)).toEqual([
      'aim',
      'lower',
      'grip',
      'lift',
      'home',
      'release',
    ]);
    expect(machineOf(bench).step).toBeUndefined();
    expect(machineOf(bench).ending).toMatchObject({ number: 1 });
  });

  it.each([
    ['win', 'won', 1],
    ['lose', 'lost', undefined],
  ] as const)('ends the next play as was decided, once: %s', async (fate, kind, prizes) => {
    const bench = await deviceOnBench('claw');
    machineOf(bench).decide(fate);
    bench.server.command('credit', { amount: 1 });
    await bench.timers.advance(minuteMs);
    expect(machineOf(bench)).toMatchObject({ ending: { kind }, fate: undefined });
    expect(bench.server.totals.prizesOut).toBe(prizes);
  });

  it('jams at the next coin, which is then not counted, until it is mended', async () => {
    const bench = await deviceOnBench('claw');
    machineOf(bench).decide('jam');
    const id = bench.server.command('credit', { amount: 1 });
    await bench.timers.advance(minuteMs);
    expect(resultOf(bench, id)).toMatchObject({ state: 'failed', reason: 'jam', counted: 0 });
    expect(machineOf(bench).stopped).toBe(true);
    machineOf(bench).mend('coinJam');
    const again = bench.server.command('credit', { amount: 1 });
    await bench.timers.advance(minuteMs);
    expect(resultOf(bench, again)).toMatchObject({ state: 'done', counted: 1 });
  });
});

describe('an exchange that is shown', () => {
  it('sticks halfway, so that a part has come out', async () => {
    const bench = await deviceOnBench('exchange');
    machineOf(bench).decide('jam');
    const id = bench.server.command('dispense', { amount: 10 });
    await bench.timers.advance(minuteMs);
    expect(resultOf(bench, id)).toMatchObject({ state: 'failed', reason: 'jam', asked: 10, counted: 5 });
    expect(machineOf(bench).ending).toMatchObject({ kind: 'stuck', amount: 5 });
  });

  it('gives nothing once it is emptied, and changes a note again after staff came', async () => {
    const bench = await deviceOnBench('exchange');
    machineOf(bench).empty();
    expect(machineOf(bench)).toMatchObject({ contents: { pieces: 0 }, stopped: true });
    for (const code of ['hopperEmpty', 'hopperLow']) machineOf(bench).mend(code);
    const before = machineOf(bench).contents.pieces ?? 0;
    const fed = machineOf(bench).feed();
    await bench.timers.advance(minuteMs);
    await fed;
    expect(machineOf(bench).contents.pieces).toBe(before - 10);
  });
});

describe('machines with lanes that are shown', () => {
  it('stick once in the lane that turns, and sell nothing when they are empty', async () => {
    const bench = await deviceOnBench('vending');
    machineOf(bench).decide('jam');
    const stuck = bench.server.command('vend', { lane: 3 });
    await bench.timers.advance(500);
    expect(machineOf(bench).step).toMatchObject({ name: 'turn', lane: 3 });
    await bench.timers.advance(minuteMs);
    expect(resultOf(bench, stuck)).toMatchObject({ state: 'failed', reason: 'jam', counted: 0 });
    machineOf(bench).empty();
    expect(machineOf(bench).contents.lanes.every(({ stock }) => stock === 0)).toBe(true);
    const gone = bench.server.command('vend', { lane: 4 });
    await bench.timers.advance(minuteMs);
    expect(resultOf(bench, gone)).toMatchObject({ state: 'failed', reason: 'empty', counted: 0 });
  });

  it('let a lipstick be won or lost as was decided', async () => {
    for (const [fate, counted] of [
      ['win', 1],
      ['lose', 0],
    ] as const) {
      const bench = await deviceOnBench('lipstick');
      machineOf(bench).decide(fate);
      const id = bench.server.command('startGame', { lane: 3 });
      await bench.timers.advance(5 * minuteMs);
      expect(resultOf(bench, id)).toMatchObject({ state: 'done', counted });
    }
  });
});

describe('a deposit counter that somebody stands before', () => {
  const standing = () =>
    deviceOnBench('deposit', {
      machine: (parts) => createMachine({ ...parts, wear: noWear, keptFree: () => true }),
    });

  it('counts what is poured in by hand, and ends when it is told to', async () => {
    const bench = await standing();
    const id = bench.server.command('startCounting', { kind: 'coins' });
    await bench.timers.advance(3000);
    expect(machineOf(bench).step).toMatchObject({ name: 'count', count: 0 });
    for (let hands = 0; hands < 2; hands++) await machineOf(bench).feed();
    await bench.timers.advance(5000);
    expect(machineOf(bench).step).toMatchObject({ count: 20 });
    bench.server.command('stopCounting', {});
    await bench.timers.advance(1000);
    expect(resultOf(bench, id)).toMatchObject({ state: 'done', counted: 20 });
  });

  it('tells how often its button was pressed, and when nobody did', async () => {
    const bench = await standing();
    const id = bench.server.command('awaitPress', { presses: 3 });
    await bench.timers.advance(10_000);
    expect(machineOf(bench).step).toMatchObject({ name: 'await', count: 0 });
    for (let presses = 0; presses < 2; presses++) {
      machineOf(bench).press();
      await bench.timers.advance(1000);
    }
    await bench.timers.advance(4000);
    expect(resultOf(bench, id)).toMatchObject({ state: 'done', counted: 2 });
    const left = bench.server.command('awaitPress', { presses: 2 });
    await bench.timers.advance(minuteMs);
    expect(resultOf(bench, left)).toMatchObject({ state: 'failed', reason: 'timeout', counted: 0 });
  });

  it('has counted what went through before a jam', async () => {
    const bench = await standing();
    const id = bench.server.command('startCounting', { kind: 'coins' });
    await bench.timers.advance(1000);
    await machineOf(bench).feed();
    await bench.timers.advance(5000);
    machineOf(bench).decide('jam');
    await machineOf(bench).feed();
    await bench.timers.advance(5000);
    expect(resultOf(bench, id)).toMatchObject({ state: 'failed', reason: 'jam', counted: 10 });
  });
});

it('simulated customers leave a machine to the person before it, and come back later', async () => {
  const identity = testIdentity('claw');
  const timers = new ManualTimers(testStart);
  const server = new PretendServer(identity, timers);
  const fleet = new Fleet({
    url: 'mqtt://bench',
    identities: [identity],
    profileOf: () => ({ ...profiles.arcade, faultsPerDay: 0, powerCutsPerDay: 0 }),
    seed: 'shown',
    timers,
    openLink: server.open,
  });
  await fleet.start();
  const device = fleet.device(identity.code);
  device.life.keepFree(hourMs);
  await timers.advance(hourMs - minuteMs);
  expect(device.life.visits).toBe(0);
  await timers.advance(2 * hourMs);
  expect(device.life.visits).toBeGreaterThan(0);
  expect(fleet.find('NOBODY')).toBeUndefined();
  await fleet.stop();
});
