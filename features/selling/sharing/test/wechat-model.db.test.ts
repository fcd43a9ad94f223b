import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { prove } from '#features/money/ledger/server/public.ts';
import { workDue } from '#features/money/payments/server/public.ts';
import { findOrder, type OrderView } from '#features/selling/orders/server/public.ts';
import { AppError } from '#kit/kernel/errors.ts';
import { hourMs, secondMs } from '#kit/kernel/time.ts';
import { rows } from '#kit/server/tables.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import type { ProfitSharing } from '#providers/pay-channel.ts';
import { calculate } from '../rules/calculate.ts';
import { releaseIdle } from '../server/release-payments.ts';
import { figuresOf, keptOf } from '../server/share-orders.ts';
import { shareEntries } from '../tables.ts';
import { scope, shopOf } from './shop.ts';
import { byWechatMerchant, newMerchantId, wechatDesk } from './wechat-desk.ts';

/**
 * Sales, runs and refunds in any order, while WeChat is out of reach, loses answers, refuses receivers and returns, and
 * our process dies between asking it and writing down what it said. Then it is quiet for a while. Afterwards the shares
 * are those of what is kept, WeChat's memory and our books tell the same story, and nothing is kept apart for nothing.
 */
type Step =
  | { do: 'sell'; amountFen: number }
  | { do: 'refund'; of: number; amountFen: number }
  | { do: 'run' | 'work' | 'release' }
  | { do: 'pass'; seconds: number }
  | { do: 'outage' | 'refuseReceiver' | 'refuseReturns' | 'emptyReceiver'; on: boolean }
  | { do: 'lose'; answers: number }
  | { do: 'die'; after: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('sell' as const),
      amountFen: fc.integer({ min: 1, max: 20_000 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      of: fc.nat(20),
      amountFen: fc.integer({ min: 1, max: 9_000 }),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'run' as const,
        'run' as const,
        'work' as const,
        'work' as const,
        'release' as const,
      ),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('pass' as const), seconds: fc.integer({ min: 30, max: 3_600 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'outage' as const,
        'refuseReceiver' as const,
        'refuseReturns' as const,
        'emptyReceiver' as const,
      ),
      on: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('lose' as const), answers: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('die' as const), after: fc.boolean() }) },
);

const { server } = testServer();
let shop: ReturnType<typeof shopOf>;
let desk: ReturnType<typeof wechatDesk>;
let siteId: string;
let company: { id: string; account: string };
const terms = () => ({ deductFee: true, costs: [], ratios });
let ratios: { receiverId: string; basisPoints: number }[];

/** before: the request never left; after: it was carried out and nobody wrote it down */
const deaths: ('before' | 'after')[] = [];

function makeMortal(client: ProfitSharing): void {
  for (const name of ['share', 'queryShare', 'unfreeze', 'returnShare', 'queryReturn'] as const) {
    const live = client[name] as (...args: unknown[]) => Promise<unknown>;
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

beforeAll(async () => {
  shop = shopOf(server);
  desk = wechatDesk(server, shop);
  makeMortal(server.services.channels.wechat!.sharing);
  siteId = await shop.newSite();
  const account = newMerchantId();
  company = { account, id: await shop.addReceiver('公司', byWechatMerchant(account)) };
  const person = await shop.addReceiver('个人', {
    kind: 'owner',
    way: 'wechat',
    wechatType: 'PERSONAL_OPENID',
    wechatAccount: 'oModel_person_0001',
  });
  ratios = [
    { receiverId: company.id, basisPoints: 1_500 },
    { receiverId: person, basisPoints: 800 },
  ];
  await shop.share(siteId, terms());
});

/** A refund that the order or the wallet does not allow; nothing else may go wrong. */
function expected(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

async function take(sold: OrderView[], action: Step): Promise<void> {
  const control = desk.control();
  switch (action.do) {
    case 'sell':
      control.outage(false);
      control.loseAnswers(0);
      sold.push(await shop.sellByWechat(siteId, action.amountFen));
      return;
    case 'refund': {
      const order = sold[action.of % Math.max(sold.length, 1)];
      if (order) await shop.refund(order.id, action.amountFen).catch(expected);
      return;
    }
    case 'run':
      await shop.run(siteId);
      return;
    case 'work':
      return workDue(server.services);
    case 'release':
      return releaseIdle(server.services);
    case 'pass':
      server.clock.forward(action.seconds * secondMs);
      return;
    case 'outage':
      control.outage(action.on);
      return;
    case 'refuseReceiver':
      control.refuseReceiver(company.account, action.on ? 'ACCOUNT_ABNORMAL' : undefined);
      return;
    case 'refuseReturns':
      control.refuseReturns(company.account, action.on ? 'PAYER_ACCOUNT_ABNORMAL' : undefined);
      return;
    case 'emptyReceiver':
      control.emptyReceiver(company.account, action.on);
      return;
    case 'lose':
      control.loseAnswers(action.answers);
      return;
    case 'die':
      deaths.push(action.after ? 'after' : 'before');
  }
}

async function quietPeriod(): Promise<void> {
  deaths.length = 0;
  const control = desk.control();
  control.outage(false);
  control.loseAnswers(0);
  control.refuseReceiver(company.account, undefined);
  control.refuseReturns(company.account, undefined);
  control.emptyReceiver(company.account, false);
  for (let hour = 0; hour < 6; hour++) {
    await control.flushNotices();
    await shop.run(siteId);
    await releaseIdle(server.services);
    await workDue(server.services);
    // the simulated platform takes a few real milliseconds
    await new Promise((resolve) => setTimeout(resolve, 15));
    server.clock.forward(hourMs);
  }
  await workDue(server.services);
}

const sum = (amounts: readonly { amountFen: number }[]) =>
  amounts.reduce((total, { amountFen }) => total + amountFen, 0);

async function compareOrder({ id }: OrderView): Promise<void> {
  const order = await findOrder(server.services.db.read, scope, id);
  const lines = await shop.linesOf(id);
  const { parts } = calculate(terms(), {
    ...figuresOf(order, keptOf(order), { includeCash: false }),
    dayCostsFen: [],
  });
  for (const { receiverId, amountFen } of parts) {
    const line = lines.find((row) => row.receiverId === receiverId);
    expect(line?.dueFen ?? 0).toBe(amountFen);
    expect([line?.waitingFen ?? 0, line?.returningFen ?? 0]).toEqual([0, 0]);
  }
  const payment = await desk.paymentOf(id);
  const returned = desk
    .control()
    .refunds()
    .filter((refund) => refund.outTradeNo === payment.outTradeNo && refund.status === 'SUCCESS');
  const { released } = await desk.atWechat(id);
  expect(released || sum(returned) === payment.amountFen).toBe(true);
}

/** Given to the company at WeChat and not taken back there. */
function heldAtWechat(): number {
  const control = desk.control();
  const lines = control.shares().flatMap((share) => share.lines);
  const given = lines.filter(({ account, result }) => account === company.account && result === 'SUCCESS');
  const back = control
    .returns()
    .filter(({ receiverMchId, result }) => receiverMchId === company.account && result === 'SUCCESS');
  return sum(given) - sum(back);
}

async function writtenAsHeld(): Promise<number> {
  const entry = rows(scope, shareEntries);
  const found = await server.services.db.read
    .select()
    .from(entry)
    .where(and(eq(entry.receiverId, company.id), eq(entry.way, 'wechat')));
  return 0 - sum(found);
}

it('shares by WeChat are those of what is kept, and tell the same story as WeChat', {
  timeout: patient(300_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 35 }), async (steps) => {
      const sold: OrderView[] = [];
      for (const action of steps) await take(sold, action);
      await quietPeriod();
      for (const order of sold) await compareOrder(order);
      expect(await writtenAsHeld()).toBe(heldAtWechat());
      const proof = await prove(server.services.db, server.clock.now(), server.services.booksChecks);
      expect(proof.checks.filter(({ holds }) => !holds)).toEqual([]);
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 10) },
  );
});
