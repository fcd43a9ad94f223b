import fc from 'fast-check';
import { beforeAll, expect, it, vi } from 'vitest';
import type { DownMessage, UpMessage } from '#kit/protocol/messages.ts';
import type { Tx } from '#kit/server/database.ts';
import { platformScope } from '#kit/server/scope.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { sweepCommands } from '../server/commands/sweep-commands.ts';
import { onDeviceFacts, readCommands, requestCommand, type SettledCommand } from '../server/public.ts';
import { createTestDevice, type TestDevice } from './test-device.ts';

const { server } = testServer();
const settled: SettledCommand[] = [];
beforeAll(async () => {
  onDeviceFacts(server.services, {
    async commandSettled(_tx: Tx, command) {
      settled.push(command);
    },
  });
});

type Up =
  | { kind: 'result'; message: UpMessage<'result'> }
  | { kind: 'journal'; message: UpMessage<'journal'> };

/** A machine that gives coins and writes down what it does before it does it. */
class ModelMachine {
  readonly device: TestDevice;
  readonly skewMs: number;
  readonly outgoing: Up[] = [];
  entry: { state: 'accepted' | 'done' | 'failed'; counted: number } | undefined;
  moved = 0;

  constructor(device: TestDevice, skewMs: number) {
    this.device = device;
    this.skewMs = skewMs;
  }

  private at(): string {
    return new Date(server.clock.now().getTime() + this.skewMs).toISOString();
  }

  receive(command: DownMessage<'command'>): void {
    const { id } = command;
    if (this.entry) {
      const { state, counted } = this.entry;
      this.tell({
        id,
        state: 'repeat',
        at: this.at(),
        journal: state,
        ...(state !== 'accepted' && { asked: 5, counted }),
      });
    } else if (this.at() > command.expiresAt) {
      this.tell({ id, state: 'failed', reason: 'expired', at: this.at() });
    } else {
      this.entry = { state: 'accepted', counted: 0 };
      this.moved += 1;
      this.tell({ id, state: 'accepted', at: this.at() });
    }
  }

  finish(id: string, counted: number): void {
    if (this.entry?.state !== 'accepted') return;
    this.entry = { state: counted === 5 ? 'done' : 'failed', counted };
    const { state } = this.entry;
    this.tell({ id, state, at: this.at(), asked: 5, counted, ...(state === 'failed' && { reason: 'jam' }) });
  }

  answer({ query, ids }: DownMessage<'journal'>): void {
    const entries = ids.map((id) =>
      this.entry
        ? {
            id,
            state: this.entry.state,
            ...(this.entry.state !== 'accepted' && { asked: 5, counted: this.entry.counted }),
          }
        : { id, state: 'notExecuted' as const },
    );
    this.outgoing.push({ kind: 'journal', message: { query, entries } });
  }

  private tell(message: UpMessage<'result'>): void {
    this.outgoing.push({ kind: 'result', message });
  }
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('receive' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('finish' as const), counted: fc.integer({ min: 0, max: 5 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('deliver' as const), which: fc.nat(), again: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drop' as const), which: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 90 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('query' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reconnect' as const) }) },
);

async function say(device: TestDevice, up: Up): Promise<void> {
  if (up.kind === 'result') await device.say('result', up.message);
  else await device.say('journal', up.message);
}

it('however messages are lost, repeated and shuffled, a command ends once and tells the truth', {
  timeout: patient(180_000),
}, async () => {
  const { services, clock } = server;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 30 }),
      fc.integer({ min: -2000, max: 2000 }),
      async (steps, skewMs) => {
        const device = await createTestDevice(server, { type: 'exchange' });
        await device.say('hello', device.hello('0'));
        const machine = new ModelMachine(device, skewMs);
        const view = await device.view();
        const { id } = await services.db.transaction((tx) =>
          requestCommand(tx, services, {
            device: view,
            command: 'dispense',
            parameters: { amount: 5 },
            subject: { kind: 'test', id: device.id },
          }),
        );
        await vi.waitFor(() => expect(device.heard('command')).toHaveLength(1), {
          timeout: patient(10_000),
          interval: 2,
        });
        let session = 0;
        for (const action of steps) {
          if (action.do === 'receive') machine.receive(device.heard('command').at(-1)!);
          if (action.do === 'finish') machine.finish(id, action.counted);
          if (action.do === 'wait') {
            clock.forward(action.seconds * 1000);
            await sweepCommands(services);
          }
          if (action.do === 'query') {
            const queries = device.heard('journal');
            if (queries.length > 0) machine.answer(queries[action.which % queries.length]!);
          }
          if (action.do === 'reconnect') await device.say('hello', device.hello(String(++session)));
          if ((action.do === 'deliver' || action.do === 'drop') && machine.outgoing.length > 0) {
            const index = action.which % machine.outgoing.length;
            const up = machine.outgoing[index]!;
            if (action.do === 'deliver') await say(device, up);
            if (action.do === 'drop' || !action.again) machine.outgoing.splice(index, 1);
          }
        }
        const read = async () => (await readCommands(services.db.read, platformScope, [id]))[0]!;
        // nothing comes any more: deadlines end it
        clock.forward(600_000);
        await sweepCommands(services);
        expect(['done', 'failed', 'expired', 'unknown']).toContain((await read()).state);
        // the machine comes back and answers everything
        machine.finish(id, 3);
        await device.say('hello', device.hello(String(++session)));
        const known = device.heard('journal').at(-1);
        if (known) machine.answer(known);
        for (const up of machine.outgoing.splice(0)) await say(device, up);
        machine.receive(device.heard('command').at(-1)!);

        const command = await read();
        const ends = settled.filter((entry) => entry.id === id);
        expect(machine.moved).toBeLessThanOrEqual(1);
        expect(command.state).toBe(machine.entry ? machine.entry.state : 'expired');
        expect(command.counted).toBe(machine.entry?.counted ?? 0);
        expect(ends.filter(({ late }) => !late)).toHaveLength(1);
        expect(ends.filter(({ late }) => late).length).toBe(ends[0]!.state === 'unknown' ? 1 : 0);
        expect(ends.at(-1)).toMatchObject({ state: command.state, counted: command.counted, asked: 5 });
      },
    ),
    { numRuns: 25, endOnFailure: true },
  );
});
