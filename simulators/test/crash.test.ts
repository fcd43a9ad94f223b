import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DeviceClient } from '../devices/client.ts';
import { folderStorage } from '../devices/folder-storage.ts';
import type { Outcome } from '../devices/journal-entry.ts';
import { done, Machine, type Parameters, type Run } from '../devices/machine.ts';
import { createRandom } from '../devices/random.ts';
import type { DeviceStorage } from '../devices/storage.ts';
import { ManualTimers } from '../devices/timers.ts';
import { testStart } from './bench-device.ts';
import { PretendServer, testIdentity } from './pretend-server.ts';

/** Pieces that fell, by command, as somebody standing in front of the machine counts them. */
type World = Map<string, number>;

const pieceMs = 100;

class WatchedMachine extends Machine {
  readonly world: World;

  constructor(parts: Machine['parts'], world: World) {
    super(parts);
    this.world = world;
  }

  protected override async run(_command: string, parameters: Parameters, run: Run): Promise<Outcome> {
    const amount = Number(parameters.amount);
    for (let given = 1; given <= amount; given++) {
      this.parts.power.check();
      this.world.set(run.id, (this.world.get(run.id) ?? 0) + 1);
      await run.progress(given);
      await this.sleep(pieceMs);
    }
    return done(run, amount);
  }

  override async visit(): Promise<void> {}
}

/** Pulls the plug just before or just after the n-th time the device touches its storage. */
function crashingStorage(
  storage: DeviceStorage,
  when: () => 'before' | 'after' | undefined,
  crash: () => void,
) {
  let running = 0;
  const guarded =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const moment = when();
      if (moment === 'before') crash();
      running++;
      try {
        // what was asked for before the power went may still reach the disk, or not: here it does not
        if (moment === 'before') throw new Error('no power');
        return await work(...args);
      } finally {
        running--;
        if (moment === 'after') crash();
      }
    };
  const wrapped: DeviceStorage = {
    ...storage,
    writeMemory: guarded(storage.writeMemory),
    appendJournal: guarded(storage.appendJournal),
    replaceJournal: guarded(storage.replaceJournal),
  };
  return { wrapped, idle: () => running === 0 };
}

let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'coinyard-crash-'));
});
afterAll(() => rm(base, { recursive: true, force: true }));

describe('a device whose power goes at the worst moment', () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('send' as const), command: fc.nat({ max: 2 }) }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 10, max: 700 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('crashSoon' as const),
        operations: fc.nat({ max: 6 }),
        moment: fc.constantFrom('before' as const, 'after' as const),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('crashNow' as const) }) },
  );

  it('moves at most once for a command id, and says no more than it did', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
        const scene = await stage();
        for (const next of steps) await scene.play(next);
        await scene.finish();
        for (const { id, amount } of scene.commands) {
          const moved = scene.world.get(id) ?? 0;
          const told = scene.server.of('result').filter((result) => result.id === id);
          expect(moved, 'never more than asked').toBeLessThanOrEqual(amount);
          for (const { state, journal, counted } of told) {
            if (state === 'done' || journal === 'done') expect(moved).toBe(amount);
            // what is told as counted has fallen; at most the piece under the sensor was not written down
            if (counted !== undefined) expect(moved).toBeGreaterThanOrEqual(counted);
          }
          const ends = told.filter(({ state }) => state === 'done' || state === 'failed');
          expect(new Set(ends.map(({ state }) => state)).size, 'one ending').toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 25 },
    );
  });

  async function stage() {
    const identity = testIdentity('exchange');
    const world: World = new Map();
    let countdown: { operations: number; moment: 'before' | 'after' } | undefined;
    const when = () => (countdown && countdown.operations-- === 0 ? countdown.moment : undefined);
    const folder = await folderStorage(join(base, randomUUID()));
    const storage = crashingStorage(folder, when, () => {
      countdown = undefined;
      client.unplug();
    });
    const settle = async () => {
      for (let quietTurns = 0; quietTurns < 3; quietTurns++) {
        await new Promise((turn) => setImmediate(turn));
        if (!storage.idle()) quietTurns = -1;
      }
    };
    const timers = new ManualTimers(testStart, settle);
    const server = new PretendServer(identity, timers);
    const client: DeviceClient = new DeviceClient({
      identity,
      url: 'mqtt://bench',
      storage: storage.wrapped,
      timers,
      random: createRandom('crash'),
      openLink: server.open,
      machine: (parts) =>
        new WatchedMachine({ ...parts, wear: { jamPerPiece: 0, unseenPerPiece: 0 } }, world),
      onTrouble: () => undefined,
    });
    const commands = [1, 3, 5].map((amount) => ({ id: randomUUID(), amount }));
    const messages = commands.map(({ id, amount }) => ({
      ...server.makeCommand('dispense', { amount }, id),
      expiresAt: server.in(3_600_000),
    }));
    const running = async () => {
      if (!client.controller) await client.plug().catch(() => undefined);
      await timers.advance(2000);
    };
    await running();
    return {
      world,
      commands,
      server,
      async play(next: StepOf<typeof step>) {
        if (next.kind === 'crashSoon') countdown = { operations: next.operations, moment: next.moment };
        if (next.kind === 'crashNow') client.unplug();
        if (next.kind === 'wait') await timers.advance(next.ms);
        if (next.kind === 'send') {
          if (!client.controller) await running();
          const message = messages[next.command];
          if (message) server.send('command', message);
          await timers.advance(10);
        }
      },
      /** the server insists: every command comes again, after another restart too */
      async finish() {
        countdown = undefined;
        for (let round = 0; round < 2; round++) {
          client.unplug();
          await running();
          for (const message of messages) server.send('command', message);
          await timers.advance(5000);
        }
        client.unplug();
      },
    };
  }
});

type StepOf<A> = A extends fc.Arbitrary<infer T> ? T : never;
