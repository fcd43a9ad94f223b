import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { sweepCommands } from '#features/machines/devices/server/commands/sweep-commands.ts';
import type { TestDevice } from '#features/machines/devices/test/test-device.ts';
import { splitAmount } from '#kit/kernel/money.ts';
import { hourMs, secondMs } from '#kit/kernel/time.ts';
import type { DownMessage, UpMessage } from '#kit/protocol/messages.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { ordersContract as calls } from '../contract.ts';
import { finalStates } from '../rules/order-states.ts';
import { sweepOrders } from '../server/sweep-orders.ts';
import { automaticSite, manualSite, openArcade } from './arcade.ts';

const arcade = staged(openArcade, (it) => it.close());

const asked = 5;
const priceFen = 500;

type Up =
  | { kind: 'result'; message: UpMessage<'result'> }
  | { kind: 'journal'; message: UpMessage<'journal'> };

/** A coin exchange that writes down what it does before it does it, and whose mail gets lost. */
class Machine {
  readonly device: TestDevice;
  readonly outgoing: Up[] = [];
  entry: { state: 'accepted' | 'done' | 'failed'; counted: number } | undefined;
  moved = 0;

  constructor(device: TestDevice) {
    this.device = device;
  }

  private at = () => arcade.server.clock.now().toISOString();

  receive({ id, expiresAt }: DownMessage<'command'>): void {
    if (this.entry) {
      const { state, counted } = this.entry;
      const told = state === 'accepted' ? {} : { asked, counted };
      this.tell({ id, state: 'repeat', at: this.at(), journal: state, ...told });
    } else if (this.at() > expiresAt) {
      this.tell({ id, state: 'failed', reason: 'expired', at: this.at() });
    } else {
      this.entry = { state: 'accepted', counted: 0 };
      this.moved += 1;
      this.tell({ id, state: 'accepted', at: this.at() });
    }
  }

  finish(counted: number): void {
    const id = this.device.heard('command')[0]?.id;
    if (this.entry?.state !== 'accepted' || !id) return;
    this.entry = { state: counted === asked ? 'done' : 'failed', counted };
    const { state } = this.entry;
    this.tell({ id, state, at: this.at(), asked, counted, ...(state === 'failed' && { reason: 'jam' }) });
  }

  answer({ query, ids }: DownMessage<'journal'>): void {
    const entries = ids.map((id) =>
      this.entry
        ? {
            id,
            state: this.entry.state,
            ...(this.entry.state !== 'accepted' && { asked, counted: this.entry.counted }),
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
    arbitrary: fc.record({ do: fc.constant('finish' as const), counted: fc.integer({ min: 0, max: asked }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('deliver' as const), which: fc.nat(), again: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drop' as const), which: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 120 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('query' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reconnect' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const say = ({ device }: Machine, up: Up) =>
  up.kind === 'result' ? device.say('result', up.message) : device.say('journal', up.message);

async function wait(ms: number): Promise<void> {
  arcade.server.clock.forward(ms);
  await sweepCommands(arcade.server.services);
  await sweepOrders(arcade.server.services);
}

async function act(machine: Machine, action: Step): Promise<void> {
  const { device, outgoing } = machine;
  const command = device.heard('command').at(-1);
  if (action.do === 'receive' && command) machine.receive(command);
  if (action.do === 'finish') machine.finish(action.counted);
  if (action.do === 'wait') await wait(action.seconds * secondMs);
  if (action.do === 'query') {
    const queries = device.heard('journal');
    if (queries.length > 0) machine.answer(queries[action.which % queries.length]!);
  }
  if (action.do === 'reconnect') await arcade.machineBack(device);
  if ((action.do === 'deliver' || action.do === 'drop') && outgoing.length > 0) {
    const index = action.which % outgoing.length;
    const up = outgoing[index]!;
    if (action.do === 'deliver') await say(machine, up);
    if (action.do === 'drop' || !action.again) outgoing.splice(index, 1);
  }
}

async function buy(device: TestDevice, payWay: 'counter' | 'wechat'): Promise<string> {
  if (payWay === 'counter') {
    const staff = await arcade.staff();
    return (await staff.call(calls.sellAtCounter, { equipmentId: device.id, amountFen: priceFen }))
      .orderNumber;
  }
  const player = await arcade.player();
  const bought = await player.call(calls.payForDevice, {
    equipmentId: device.code,
    amountFen: priceFen,
    payWay,
  });
  await arcade.pay(bought.orderNumber);
  return bought.orderNumber;
}

it('however messages are lost, repeated, late and shuffled, each fen is with the merchant or back, once', {
  timeout: patient(240_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 30 }),
      fc.constantFrom('counter' as const, 'wechat' as const),
      fc.constantFrom(automaticSite, manualSite),
      async (steps, payWay, siteId) => {
        const device = await arcade.machine({ type: 'exchange', siteId });
        const machine = new Machine(device);
        const number = await buy(device, payWay);
        await vi.waitFor(() => expect(device.heard('command')).toHaveLength(1), {
          timeout: patient(10_000),
          interval: 5,
        });
        for (const action of steps) await act(machine, action);
        // nothing comes any more: command, journal and order end by their deadlines
        await wait(15 * 60 * secondMs);
        await wait(73 * hourMs);
        await arcade.settleRefunds();
        const ended = await arcade.order(number);
        expect(finalStates).toContain(ended.state);
        expect(ended.deadlineAt).toBeNull();
        expect(ended.fulfilledAmount + ended.refundedAmount).toBe(priceFen);
        expect(await arcade.broken()).toEqual([]);

        // the machine comes back and tells everything: nothing is booked a second time
        machine.finish(3);
        await arcade.machineBack(device);
        const query = device.heard('journal').at(-1);
        if (query) machine.answer(query);
        for (const up of machine.outgoing.splice(0)) await say(machine, up);
        await arcade.settleRefunds();
        const last = await arcade.order(number);
        expect(machine.moved).toBeLessThanOrEqual(1);
        expect([last.fulfilledAmount, last.refundedAmount]).toEqual([
          ended.fulfilledAmount,
          ended.refundedAmount,
        ]);
        const counted = machine.entry?.counted ?? 0;
        const [worth = 0] = splitAmount(priceFen, [counted, asked - counted]);
        // what was earned was counted; less only where the money had gone back before the truth came, and that is said
        expect(last.fulfilledAmount).toBeLessThanOrEqual(worth);
        if (last.fulfilledAmount < worth) expect(last.fault).toBe('lateDelivery');
        expect(await arcade.broken()).toEqual([]);
      },
    ),
    { numRuns: 25, endOnFailure: true },
  );
});
