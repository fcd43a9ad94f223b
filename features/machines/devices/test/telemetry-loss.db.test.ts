import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { UpMessage } from '#kit/protocol/messages.ts';
import type { Services } from '#kit/server/services.ts';
import { type LoopbackMqtt, loopbackMqtt } from '#kit/server/testing/loopback-mqtt.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { startLink } from '../server/link/link.ts';
import { createTestDevice, type TestDevice } from './test-device.ts';

const { server } = testServer();
let link: { stop(): Promise<void> } | undefined;
afterAll(() => link?.stop());

/** A server process of its own on the same database; it may lose what it wrote just before it would have been stored. */
async function startProcess() {
  await link?.stop();
  const mqtt = loopbackMqtt();
  const state = { diesBeforeCommit: false };
  const { db } = server.services;
  const services: Services = {
    ...server.services,
    mqtt,
    db: {
      ...db,
      transaction: (work) =>
        db.transaction(async (tx) => {
          const result = await work(tx);
          if (state.diesBeforeCommit) throw new Error('the process died before its commit');
          return result;
        }),
    },
  };
  link = await startLink(services, { gatherMs: 0 });
  return { mqtt, state };
}

const counters = ['plays', 'coinsIn', 'prizesOut'] as const;
type Totals = Record<(typeof counters)[number], number>;
const nothing = (): Totals => ({ plays: 0, coinsIn: 0, prizesOut: 0 });

/** A device as the protocol has it: stop and wait, running totals, a new epoch only when all was told. */
class ModelDevice {
  readonly device: TestDevice;
  epoch = 0;
  seq = 0;
  totals = nothing();
  ever = nothing();
  waiting: UpMessage<'telemetry'> | undefined;
  readonly past: UpMessage<'telemetry'>[] = [];

  constructor(device: TestDevice) {
    this.device = device;
  }

  count(counter: keyof Totals, amount: number): void {
    this.totals[counter] += amount;
    this.ever[counter] += amount;
  }

  next(): UpMessage<'telemetry'> {
    if (!this.waiting) {
      this.seq += 1;
      this.waiting = this.device.telemetry(this.seq, { epoch: this.epoch, counters: { ...this.totals } });
      this.past.push(this.waiting);
    }
    return this.waiting;
  }

  hearAcks(over: LoopbackMqtt): void {
    for (const { epoch, seq } of this.device.heard('ack', over))
      if (this.waiting && epoch === this.waiting.epoch && seq >= this.waiting.seq) this.waiting = undefined;
  }

  clear(): void {
    if (this.waiting || counters.some((name) => this.totals[name] > 0 && !this.told())) return;
    this.epoch += 1;
    this.seq = 0;
    this.totals = nothing();
  }

  private told(): boolean {
    const last = this.past.at(-1)?.counters;
    return counters.every((name) => last?.[name] === this.totals[name]);
  }
}

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('count' as const),
      counter: fc.constantFrom(...counters),
      amount: fc.integer({ min: 1, max: 9 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      copies: fc.integer({ min: 1, max: 3 }),
      ackLost: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('late' as const), which: fc.nat(), withNext: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('die' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clear' as const) }) },
);

it('whatever is lost, repeated, late or cut off by a restart, days hold the true totals and never more', {
  timeout: patient(180_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 35 }), async (steps) => {
      const model = new ModelDevice(await createTestDevice(server));
      let running = await startProcess();
      const deliver = (messages: UpMessage<'telemetry'>[]) =>
        Promise.all(messages.map((message) => model.device.say('telemetry', message, running.mqtt)));
      for (const action of steps) {
        server.clock.forward(2000);
        if (action.do === 'count') model.count(action.counter, action.amount);
        if (action.do === 'lose') model.next();
        if (action.do === 'clear') model.clear();
        if (action.do === 'send') {
          await deliver(Array(action.copies).fill(model.next()));
          if (!action.ackLost) model.hearAcks(running.mqtt);
        }
        if (action.do === 'late' && model.past.length > 0) {
          const old = model.past[action.which % model.past.length]!;
          await deliver(action.withNext ? [model.next(), old] : [old]);
        }
        if (action.do === 'restart') running = await startProcess();
        if (action.do === 'die') {
          running.state.diesBeforeCommit = true;
          await deliver([model.next()]);
          running = await startProcess();
        }
        const stored = await model.device.counted();
        for (const name of counters) expect(stored[name] ?? 0).toBeLessThanOrEqual(model.ever[name]);
      }
      for (let tries = 0; tries < 3; tries += 1) {
        await deliver([model.next()]);
        model.hearAcks(running.mqtt);
      }
      expect({ ...nothing(), ...(await model.device.counted()) }).toEqual(model.ever);
    }),
    { numRuns: 25, endOnFailure: true },
  );
});
