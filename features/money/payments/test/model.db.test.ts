import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { AppError } from '#kit/kernel/errors.ts';
import { hourMs, secondMs } from '#kit/kernel/time.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { staged } from '#kit/server/testing/stage.ts';
import type { ChannelName, PayChannel } from '#providers/pay-channel.ts';
import { endPayment, type Payment, preparePayment } from '../server/public.ts';
import { paymentRefunds } from '../tables.ts';
import { openShop, tenantId } from './shop.ts';

/**
 * Anything in any order: people pay or do not, notices are lost, doubled and late, platforms are out of reach, answers
 * get lost, and our process dies between asking a platform and writing down what it said. Afterwards it is quiet for a
 * while; then our books and the platform's memory must tell the same story.
 */
type Step =
  | { do: 'offer'; channel: ChannelName; own: boolean; amountFen: number }
  | { do: 'prepare' | 'pay' | 'end' | 'repeatNotice'; of: number }
  | { do: 'refund'; of: number; amountFen: number }
  | { do: 'pass'; seconds: number }
  | { do: 'work' | 'flush' }
  | { do: 'lose'; channel: ChannelName; notices: number; answers: number }
  | { do: 'outage'; channel: ChannelName; on: boolean }
  | { do: 'die'; after: boolean };

const channel = fc.constantFrom<ChannelName>('wechat', 'alipay');
const of = fc.nat(20);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('offer' as const),
      channel,
      own: fc.boolean(),
      amountFen: fc.integer({ min: 10, max: 5000 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('pay' as const), of }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('prepare' as const, 'end' as const, 'repeatNotice' as const),
      of,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      of,
      amountFen: fc.integer({ min: 1, max: 3000 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 900 }) }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom('work' as const, 'flush' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('lose' as const),
      channel,
      notices: fc.nat(3),
      answers: fc.nat(2),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('outage' as const), channel, on: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('die' as const), after: fc.boolean() }) },
);

const shop = staged(openShop, ({ server }) => server.close());
beforeAll(async () => {
  await shop.server.services.db.raw`
    update collecting_channel set channel = 'own' where tenant_id = ${tenantId}`;
  for (const name of channels) makeMortal(shop.server.services.channels[name] as PayChannel);
});

const channels = ['wechat', 'alipay'] as const;
const simulator = (name: ChannelName) => {
  const found = shop.server.services.demoPay[name];
  if (!found) throw new Error(`no simulated ${name}`);
  return found;
};

/** before: the request never left; after: it was carried out and nobody wrote it down */
const deaths: ('before' | 'after')[] = [];

function makeMortal(client: PayChannel): void {
  for (const name of ['query', 'close', 'refund', 'queryRefund', 'releaseToSubMerchant'] as const) {
    const live = client[name] as ((...args: unknown[]) => Promise<unknown>) | undefined;
    if (!live) continue;
    Object.assign(client, {
      async [name](...args: unknown[]) {
        const death = deaths.shift();
        if (death === 'before') throw new Error('killed before asking');
        const answer = await live(...args);
        if (death === 'after') throw new Error('killed before writing it down');
        return answer;
      },
    });
  }
}

/** People are refused, platforms are down, processes die; nothing else may go wrong. */
function expected(error: unknown): void {
  const known = error instanceof AppError || (error instanceof Error && error.message.startsWith('killed'));
  if (!known) throw error;
}

interface World {
  payments: Payment[];
  /** the answers to these were repeated */
  refunds: string[];
}

async function take(world: World, action: Step): Promise<void> {
  const { services, clock } = shop.server;
  const chosen = 'of' in action ? world.payments[action.of % Math.max(world.payments.length, 1)] : undefined;
  switch (action.do) {
    case 'offer': {
      const payment = await shop.order({
        channel: action.channel,
        mayCollectDirectly: action.own,
        amountFen: action.amountFen,
      });
      world.payments.push(payment);
      await preparePayment(services, tenantId, payment.id).catch(expected);
      return;
    }
    case 'prepare':
      if (chosen) await preparePayment(services, tenantId, chosen.id).catch(expected);
      return;
    case 'pay':
      // the platform itself refuses what it has not heard of, closed or sold before
      if (chosen) expectRefusal(() => shop.pay(chosen));
      return;
    case 'end':
      if (chosen) await endPayment(services, tenantId, chosen.id).catch(expected);
      return;
    case 'repeatNotice':
      if (chosen) await repeatNotice(chosen);
      return;
    case 'refund':
      if (chosen)
        await shop.refund(chosen, action.amountFen).then(({ id }) => world.refunds.push(id), expected);
      return;
    case 'pass':
      clock.forward(action.seconds * secondMs);
      return;
    case 'work':
      return shop.work();
    case 'flush':
      for (const name of channels) await simulator(name).control.flushNotices();
      return;
    case 'lose':
      simulator(action.channel).control.loseNotices(action.notices);
      simulator(action.channel).control.loseAnswers(action.answers);
      return;
    case 'outage':
      simulator(action.channel).control.outage(action.on);
      return;
    case 'die':
      deaths.push(action.after ? 'after' : 'before');
  }
}

function expectRefusal(pay: () => void): void {
  try {
    pay();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
}

async function repeatNotice(payment: Payment): Promise<void> {
  const trade = tradeOf(payment);
  if (!trade?.paid) return;
  const name = payment.channel as ChannelName;
  const letter =
    name === 'wechat'
      ? shop.server.services.demoPay.wechat?.control.paymentNotice(payment.outTradeNo)
      : {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: shop.server.services.demoPay.alipay?.control.notice(payment.outTradeNo),
        };
  await shop.server.app.inject({
    method: 'POST',
    url: `/api/pay/notify/${name}`,
    headers: letter?.headers as Record<string, string>,
    payload: letter?.body,
  });
}

/** What the platform itself remembers of a payment. */
function tradeOf(payment: Payment) {
  const { wechat, alipay } = shop.server.services.demoPay;
  const same = (entry: { outTradeNo: string }) => entry.outTradeNo === payment.outTradeNo;
  if (payment.channel === 'alipay') {
    const trade = alipay?.control.trades().find(same);
    return (
      trade && {
        paid: trade.paidAtMs !== undefined,
        subMerchant: trade.subMerchant,
        isHeld: trade.subMerchant !== undefined && trade.settlement === undefined,
        refundedFen: trade.refunds.reduce((sum, { amountFen }) => sum + amountFen, 0),
      }
    );
  }
  const trade = wechat?.control.trades().find(same);
  const refunds = wechat?.control.refunds().filter((entry) => same(entry) && entry.status === 'SUCCESS');
  return (
    trade && {
      paid: trade.paidAt !== undefined,
      subMerchant: trade.subMerchant,
      isHeld: false,
      refundedFen: refunds?.reduce((sum, { amountFen }) => sum + amountFen, 0) ?? 0,
    }
  );
}

async function quietPeriod(): Promise<void> {
  deaths.length = 0;
  for (const name of channels) {
    const { control } = simulator(name);
    control.outage(false);
    control.loseNotices(0);
    control.loseAnswers(0);
  }
  for (let hour = 0; hour < 4; hour++) {
    for (const name of channels) await simulator(name).control.flushNotices();
    await shop.work();
    // the simulated bank takes a few real milliseconds to return money
    await new Promise((resolve) => setTimeout(resolve, 15));
    shop.server.clock.forward(hourMs);
  }
  await shop.work();
}

async function refundedByUs(payment: Payment): Promise<number> {
  const refund = rows(tenantScope(tenantId), paymentRefunds);
  const found = await shop.server.services.db.read.select().from(refund);
  return found
    .filter(({ paymentId, state }) => paymentId === payment.id && state === 'done')
    .reduce((sum, { amountFen }) => sum + amountFen, 0);
}

async function compare(world: World, before: number): Promise<void> {
  let keptFen = 0;
  for (const payment of world.payments) {
    const trade = tradeOf(payment) ?? { paid: false, refundedFen: 0, isHeld: false };
    const row = await shop.read(payment);
    expect(row.state).toBe(trade.paid ? 'paid' : 'closed');
    expect(await refundedByUs(payment)).toBe(trade.refundedFen);
    expect(row.refundedFen).toBe(trade.refundedFen);
    const told = shop.told.filter(({ id }) => id === payment.id).map(({ what }) => what);
    expect(told.filter((what) => what === 'paid')).toHaveLength(trade.paid ? 1 : 0);
    expect(told.filter((what) => what === 'closed').length).toBeLessThanOrEqual(1);
    if (!trade.paid) continue;
    keptFen += payment.amountFen - trade.refundedFen;
    expect(trade.subMerchant ?? null).toBe(row.subMerchant);
    if (trade.refundedFen < payment.amountFen) expect(trade.isHeld).toBe(false);
  }
  expect(await shop.balance()).toBe(before + keptFen);
  for (const id of world.refunds)
    expect(shop.told.filter((line) => line.what === 'refundEnded' && line.id === id)).toHaveLength(1);
  expect(await shop.brokenChecks()).toEqual([]);
}

it('tells the same story as the platforms, whatever happened on the way', {
  timeout: patient(300_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const world: World = { payments: [], refunds: [] };
      const before = await shop.balance();
      for (const action of steps) await take(world, action);
      await quietPeriod();
      await compare(world, before);
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 12) },
  );
});
