import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { findPlayer, issuePlayerToken, rememberPlayer } from '#features/base/players/server/public.ts';
import {
  commandsLeft,
  dispatchQueued,
} from '#features/machines/devices/server/commands/dispatch-commands.ts';
import { sweepCommands } from '#features/machines/devices/server/commands/sweep-commands.ts';
import { mintAccount, playerAccount, postTransfers } from '#features/money/ledger/server/public.ts';
import { findPayments, workDue } from '#features/money/payments/server/public.ts';
import { turnsKept } from '#features/selling/play/server/turns.ts';
import { newId } from '#kit/kernel/ids.ts';
import { hourMs, minuteMs, secondMs } from '#kit/kernel/time.ts';
import { demoId } from '#kit/server/demo.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { demoPeople } from '#providers/demo-people.ts';
import { createRandom, type Random } from '#simulators/devices/random.ts';
import { ordersContract as calls } from '../contract.ts';
import { worthOf } from '../rules/device-outcome.ts';
import type { DevicePlan } from '../rules/device-plan.ts';
import { finalStates } from '../rules/order-states.ts';
import { sweepOrders } from '../server/sweep-orders.ts';
import { automaticSite, manualSite, openArcade, tenantId } from './arcade.ts';
import { LossyMachine } from './lossy-machine.ts';
import { type Channel, keptByPlatforms, payAtPlatform, silencePlatforms } from './lossy-payer.ts';
import { type Lane, lost, World } from './lossy-world.ts';

/**
 * The long form is `LOSSY_ORDERS=100000 npm run test:db -- features/selling/orders/test/lossy-line`; with `LOSSY_MINUTES` nobody
 * comes any more after so long, and the verdict is about who came.
 */
const wanted = Number(process.env.LOSSY_ORDERS ?? 40);
const seed = process.env.LOSSY_SEED ?? 'lossy';
const untilMs = performance.now() + Number(process.env.LOSSY_MINUTES ?? Number.POSITIVE_INFINITY) * minuteMs;
const isLong = wanted > 1000;
// few visits each: a short run is over soon, its deadlines alone take half an hour of its time
const machinesAtWork = Math.min(360, Math.ceil(wanted / 4));
/** after so many more orders the server is killed */
const killEvery = Math.max(10, Math.floor(wanted / 20));
/** it dies within so many steps of its work: three of every transaction */
const stepsToDeath = 40;
const tickMs = 2 * secondMs;
/** when everybody has gone and only deadlines are left */
const lateTickMs = 20 * secondMs;
/** at a machine somebody comes so often */
const meanVisitMs = 40 * secondMs;
const lateMs = 40 * minuteMs;
/** platforms are asked what became of refunds */
const askEveryTicks = 10;
/** How long a busy processor takes is no part of the story. */
const noHurry = { answerMs: hourMs, laneMs: hourMs };
const tellEvery = 1000;

const arcade = staged(
  () => openArcade({}, { sayOnce: true, still: true }),
  (it) => it.close(),
);

/** People whom the platforms know. */
const buyers = demoPeople.map(({ openId, platform }) => ({ id: demoId(`player:${openId}`), platform }));
const sites = [automaticSite, manualSite];

/** Players who pay at machines: as many as machines, so that hardly anybody waits for another's account. */
const meetRegulars = () =>
  arcade.server.services.db.transaction(async (tx) => {
    const ids: string[] = [];
    for (let index = 0; index < machinesAtWork; index++)
      ids.push((await rememberPlayer(tx, { platform: 'phone', appId: '', openId: `1390000${index}` })).id);
    return ids;
  });

async function enrich(playerIds: readonly string[]): Promise<void> {
  const amount = 1_000_000_000;
  const grants = playerIds.flatMap((playerId) =>
    sites.map((siteId) => ({
      key: newId(),
      tenantId,
      kind: 'grant',
      legs: [
        { account: { ...mintAccount(tenantId, 'coin'), unit: 'fen' as const }, amount: -amount },
        { account: playerAccount(tenantId, playerId, siteId, 'fen'), amount },
      ],
    })),
  );
  await arcade.server.services.db.transaction((tx) => postTransfers(tx, grants));
}

const types = ['exchange', 'claw', 'vending'] as const;
interface PlacedMachine {
  machine: LossyMachine;
  lane: Lane;
  type: (typeof types)[number];
}

/** What somebody wants of the machine: coins, plays, or goods of one lane or two. */
function wishOf(type: PlacedMachine['type'], chance: Random): Record<string, string> {
  if (type === 'exchange') return { amountFen: String(chance.int(1, 5) * 100) };
  if (type === 'claw') return { number: String(chance.int(1, 3)) };
  const second = chance.chance(0.5) ? `,2:${chance.int(1, 2)}` : '';
  return { lanes: `1:${chance.int(1, 2)}${second}` };
}

async function standMachines(world: World): Promise<PlacedMachine[]> {
  const { server } = arcade;
  const machines: PlacedMachine[] = [];
  for (let index = 0; index < machinesAtWork; index++) {
    const type = types[index % types.length] as PlacedMachine['type'];
    const device = await arcade.machine({ type, siteId: sites[index % sites.length] as string });
    const lane = world.newLane();
    const machine = new LossyMachine(device, `machine ${index}`, lane, () => server.clock.now());
    machines.push({ machine, lane, type });
    if (type === 'vending')
      await server.services.db.raw`
        update device_state set lanes = '[{"lane": 1, "stock": 900}, {"lane": 2, "stock": 900}]'
        where device_id = ${device.id}`;
  }
  return machines;
}

/** What the server publishes goes onto the line at the moment that made it; a machine's n-th message has the n-th fate. */
function postOffice(machines: readonly PlacedMachine[]): () => Promise<void> {
  const byCode = new Map(machines.map((one, index) => [one.machine.device.code, { ...one, index }]));
  const heard = new Map<string, number>();
  return async () => {
    await turnsKept(arcade.server.services);
    await commandsLeft(arcade.server.services);
    for (const { topic, payload } of arcade.server.loopback?.published.splice(0) ?? []) {
      const to = byCode.get(topic.split('/').at(-3) ?? '');
      const read = to?.machine.device.read(topic, payload);
      if (!to || !read) continue;
      if (read.kind !== 'command' && read.kind !== 'journal') continue;
      const { code } = to.machine.device;
      const number = (heard.get(code) ?? 0) + 1;
      heard.set(code, number);
      const deliver = () =>
        read.kind === 'command' ? to.machine.hear(read.message) : to.machine.answer(read.message);
      to.lane.send(`to machine ${to.index} ${number}`, deliver);
    }
  };
}

interface Placed {
  number: string;
  id: string;
  machine: LossyMachine;
  channel: Channel | undefined;
}

/** One play of the whole: what became of every wish, in the order of the wishes. */
async function play(orders: number, regulars: readonly string[]): Promise<string[]> {
  const { server } = arcade;
  /** What a dead server is asked fails, and is the next one's to deal with. */
  const onFailure = (error: unknown) => {
    if (!server.isKilled || (error as Error).name === 'AssertionError') throw error;
  };
  const world = new World(createRandom(seed), { isOrdered: !isLong, onFailure });
  const now = () => server.clock.now();
  const since = now().toISOString();
  const machines = await standMachines(world);
  const forward = postOffice(machines);
  const tokens = await Promise.all(
    [...buyers.map(({ id }) => id), ...regulars].map(async (id) =>
      issuePlayerToken(server.services, (await findPlayer(server.services.db.read, id))!),
    ),
  );
  silencePlatforms(server);

  const results: string[] = [];
  const placed = new Map<number, Placed>();
  let lastWishMs = 0;
  /** A phone that says the same again until it has heard an answer. */
  function wish(index: number): void {
    const { machine, lane, type } = machines[index % machines.length] as PlacedMachine;
    const chance = lane.chanceOf(`wish ${index}`);
    const known = chance.int(0, buyers.length - 1);
    // three in ten pay at a platform, as its callbacks and refusals allow, each at another machine: a new order ends an
    // unpaid one of the same person; now and then one account serves two machines
    const channel = chance.chance(0.3) ? buyers[known]?.platform : undefined;
    const buyer = !channel && chance.chance(0.1) ? known : buyers.length + (index % regulars.length);
    const query = new URLSearchParams({
      equipmentId: machine.device.code,
      ...wishOf(type, chance),
      payWay: channel ?? 'balance',
      requestId: newId(),
    });
    const ask = async (): Promise<void> => {
      const requestLost = chance.chance(lost);
      const answerLost = chance.chance(lost);
      const later = () => lane.after(chance.int(3, 8) * secondMs, `wish ${index} again`, ask);
      if (requestLost) return later();
      const say = () =>
        server.app.inject({
          method: calls.payForDevice.method,
          url: `${calls.payForDevice.path}?${query}`,
          headers: { 'blade-auth': `bearer ${tokens[buyer]}` },
        });
      let answer = await say();
      // a platform that a busy processor kept waiting: nothing happened, and it is said again in the same moment
      while (answer.statusCode === 503 && !server.isKilled) answer = await say();
      // killed over it: nobody knows what became of it, and the phone says it again
      if (server.isKilled && answer.statusCode >= 500) return later();
      const { data, msg } = answer.json<{ data: { orderNumber?: string; orderId: string }; msg: string }>();
      const before = placed.get(index);
      if (data.orderNumber) {
        // a wish is one order, however often it was said
        expect(before?.number ?? data.orderNumber).toBe(data.orderNumber);
        placed.set(index, { number: data.orderNumber, id: data.orderId, machine, channel });
        if (channel && !before)
          payAtPlatform(server, lane, { name: `wish ${index}`, orderId: data.orderId, channel });
      } else if (!before) {
        expect(answer.statusCode, answer.body).toBeLessThan(500);
        results[index] = `refused: ${msg.replace(/\d+/, '')}`;
      }
      if (answerLost) later();
    };
    const round = Math.floor(index / machines.length);
    const atMs = minuteMs + round * meanVisitMs + chance.int(0, 30_000);
    lane.at(atMs, `wish ${index}`, async () => {
      results[index] = 'under way';
      lastWishMs = Math.max(lastWishMs, atMs);
      const next = index + machines.length;
      if (next < orders && performance.now() < untilMs) wish(next);
      await ask();
    });
  }
  for (let index = 0; index < Math.min(orders, machines.length); index++) wish(index);
  for (const { machine } of machines) await machine.start();

  const sweep = async (asksPlatforms: boolean) => {
    await dispatchQueued(server.services);
    await sweepCommands(server.services);
    await sweepOrders(server.services, noHurry);
    if (asksPlatforms) await workDue(server.services);
    await forward();
  };
  let deaths = 0;
  const startAgain = async () => {
    deaths += 1;
    await server.restart();
    silencePlatforms(server);
  };
  const overdue = async () =>
    server.services.db.raw`select number, state from orders where tenant_id = ${tenantId}
      and created_at >= ${since} and deadline_at < ${new Date(now().getTime() - lateTickMs).toISOString()}`;

  let toldAt = 0;
  const begunMs = performance.now();
  const isBusy = () => world.nowMs < Math.max(lastWishMs, minuteMs + meanVisitMs) + meanVisitMs + minuteMs;
  for (
    let ticks = 0, kills = 0, calmFromMs = 0;
    calmFromMs === 0 || world.nowMs < calmFromMs + lateMs;
    ticks++
  ) {
    if (!isBusy()) calmFromMs ||= world.nowMs;
    const ms = calmFromMs === 0 ? tickMs : lateTickMs;
    await world.pass(ms, forward);
    server.clock.forward(ms);
    await sweep(ticks % askEveryTicks === 0).catch(onFailure);
    if (server.isKilled) await startAgain();
    if (placed.size >= (kills + 1) * killEvery) {
      kills += 1;
      server.killAfter(world.chanceOf(`kill ${kills}`).int(0, stepsToDeath));
    }
    if (ticks % 60 === 0) expect(await overdue()).toEqual([]);
    if (isLong && placed.size >= toldAt + tellEvery) {
      toldAt = placed.size;
      const seconds = (performance.now() - begunMs) / 1000;
      process.stdout.write(
        `${placed.size} orders in ${Math.round(seconds)} s, ${(placed.size / seconds).toFixed(1)} a second\n`,
      );
    }
  }
  // where staff decide, nobody does: those end by their deadline too
  for (let hour = 0; hour < 74; hour++) {
    server.clock.forward(hourMs);
    await sweep(true).catch(onFailure);
    if (server.isKilled) await startAgain();
  }
  const { kept, wrong } = await judge(placed, results);
  expect(wrong).toEqual([]);
  const dispensed = machines.reduce((sum, { machine }) => sum + machine.dispensed, 0);
  expect(dispensed).toBeGreaterThan(0);
  // dispensed ÷ kept paid is one, exactly
  expect(kept).toBe(dispensed);
  expect(world.counts.lost).toBeGreaterThan(0);
  expect(world.counts.repeated).toBeGreaterThan(0);
  expect(deaths).toBeGreaterThan(0);
  expect(await arcade.broken()).toEqual([]);
  if (isLong)
    process.stdout.write(
      `${placed.size} orders of ${results.length} wishes, ${dispensed} pieces, ${deaths} deaths; ${JSON.stringify(world.counts)}; ` +
        `seed ${seed}; ${JSON.stringify(tally(results))}; trace ${traceOf(results)}\n`,
    );
  return Object.values(results);
}

/** Every order is at its end, and worth what the journal of its machine counted; and so many pieces are paid for. */
async function judge(placed: ReadonlyMap<number, Placed>, results: string[]) {
  let kept = 0;
  let keptAtPlatforms = 0;
  const outTradeNos = new Set<string>();
  const wrong: string[] = [];
  for (const [index, { number, id, machine, channel }] of placed) {
    const order = await arcade.order(number);
    const { steps } = order.fulfilment.plan as unknown as DevicePlan;
    const fell = steps.map((step) => ({
      ...step,
      counted: machine.journal.get(step.commandId ?? '')?.counted ?? 0,
    }));
    const worth = fell.reduce((sum, step) => sum + worthOf(step, order.unit), 0);
    const ended = finalStates.includes(order.state) && order.deadlineAt === null;
    // what nobody paid is worth nothing and owes nothing
    const paid = order.state === 'closed' ? 0 : order.amount;
    if (!ended || order.fulfilledAmount !== worth || worth + order.refundedAmount !== paid)
      wrong.push(`${number} is ${order.state}: ${worth} fell, ${order.fulfilledAmount} kept of ${paid}`);
    kept += order.fulfilledAmount === worth ? fell.reduce((sum, { counted }) => sum + counted, 0) : 0;
    if (channel) {
      keptAtPlatforms += order.fulfilledAmount;
      const payments = await findPayments(arcade.server.services.db.read, tenantId, { kind: 'order', id });
      for (const { outTradeNo } of payments) outTradeNos.add(outTradeNo);
    }
    results[index] =
      `${order.state}: kept ${order.fulfilledAmount} of ${order.amount} by ${order.payWay} ${order.fault ?? ''}`;
  }
  const atPlatforms = keptByPlatforms(arcade.server, outTradeNos);
  if (atPlatforms !== keptAtPlatforms)
    wrong.push(`the platforms kept ${atPlatforms} fen, orders say ${keptAtPlatforms}`);
  return { kept, wrong };
}

/** Two runs that tell the same story have the same; long ones do not, the server works for several machines at once there. */
const traceOf = (results: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(results)).digest('hex').slice(0, 16);

/** how many ended how */
const tally = (results: readonly string[]) =>
  Object.fromEntries(
    // who had not come when the time was over left a hole
    [...Map.groupBy(Object.values(results), (line) => line.split(':')[0])].map(([state, list]) => [
      state,
      list.length,
    ]),
  );

it('over a line that loses, repeats and shuffles, with machines that lose power and a server that is killed at work, what fell is what is kept', async () => {
  const release = arcade.server.clock.hold();
  try {
    const regulars = await meetRegulars();
    await enrich([...buyers.map(({ id }) => id), ...regulars]);
    const first = await play(wanted, regulars);
    expect(first).not.toContain('under way');
    expect(new Set(first.map((line) => line.split(':')[0])).size).toBeGreaterThan(3);
    if (isLong) return;
    // the same seed is the same story, where one thing happens after the other
    expect(await play(wanted, regulars)).toEqual(first);
  } finally {
    release();
  }
}, 36_000_000);
