import { and, desc, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { partnersContract } from '#features/base/partners/contract.ts';
import {
  lockAccounts,
  mintAccount,
  playerAccount,
  postTransfers,
} from '#features/money/ledger/server/public.ts';
import { endPayment, workDue } from '#features/money/payments/server/public.ts';
import { settleRefund } from '#features/money/payments/server/settle-refund.ts';
import { settlePaid } from '#features/money/payments/server/settle-trade.ts';
import { paymentRefunds } from '#features/money/payments/tables.ts';
import { walletContract } from '#features/money/wallet/contract.ts';
import { writeReach } from '#features/money/wallet/server/balance-choice.ts';
import { lockMoney } from '#features/money/wallet/server/public.ts';
import { walletSites } from '#features/money/wallet/tables.ts';
import { handOverNow } from '#features/money/wallet/test/purse.ts';
import { shopOf } from '#features/selling/sharing/test/shop.ts';
import { CallError } from '#kit/contract/client.ts';
import { AppError } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { rows, update } from '#kit/server/tables.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import type { Random } from '#simulators/devices/random.ts';
import { undeliveredAmount } from '../rules/refund-amounts.ts';
import { resolveOrder } from '../server/delivering/faults.ts';
import { settle } from '../server/delivering/settle-order.ts';
import { createOrder, repeatedOrder } from '../server/making/create-order.ts';
import { countUnended, isOwed, lockOrder } from '../server/order-queries.ts';
import type { OrderView } from '../server/order-types.ts';
import { refundOrder } from '../server/refunding/refund-order.ts';
import { registerFulfilment } from '../server/registry.ts';
import type { NewOrder } from '../server/registry-types.ts';
import { orders as orderTable } from '../tables.ts';
import { playerId, tenantId } from './arcade.ts';
import { moodyPlatform } from './moody-platform.ts';

const user = { id: newId(), name: 'tester' };
/** more of them, and hardly any two operations would meet */
const keptOrders = 300;
/** a platform takes its time to say that it has given something back */
const mostTurns = 12;

/** A merchant with three sites, three wallets and partners who share, and everything that people do with orders there. */
export async function openMarket(server: TestServer, random: Random) {
  const { services } = server;
  const { db } = services;
  const shop = shopOf(server);
  const platform = moodyPlatform(services, random);
  registerFulfilment(services, 'byHand', { start: async () => 'waiting' });
  // takes no account before it holds, as a machine does
  registerFulfilment(services, 'byMachine', { start: async () => 'waiting', refusesFirst: true });

  const sites = [await shop.newSite(), await shop.newSite(), await shop.newSite()];
  const [, own, franchised] = sites as [string, string, string];
  const { id: further } = await (await shop.merchant()).call(walletContract.saveWallet, { name: '随机户' });
  await (await shop.merchant()).call(walletContract.settleSite, { fieldId: own, walletId: further });
  const partners = [await shop.addReceiver('甲'), await shop.addReceiver('乙')];
  for (const siteId of sites)
    await shop.share(siteId, {
      ratios: partners.map((receiverId, index) => ({ receiverId, basisPoints: 1500 + 700 * index })),
    });
  await db.transaction((tx) =>
    postTransfers(
      tx,
      sites.flatMap((siteId) =>
        (['fen', 'coin'] as const).map((unit) => ({
          key: newId(),
          tenantId,
          kind: 'grant',
          legs: [
            { account: { ...mintAccount(tenantId, 'coin'), unit }, amount: -1_000_000_000 },
            { account: playerAccount(tenantId, playerId, siteId, unit), amount: 1_000_000_000 },
          ],
        })),
      ),
    ),
  );

  /** somebody who owns little, a bit at each site: what lacks at one comes from the others while it may */
  const poor = newId();
  const payers = [playerId, playerId, poor];

  const orders: OrderView[] = [];
  const unpaid: OrderView[] = [];
  const counts = {
    done: 0,
    refused: 0,
    removed: 0,
    late: 0,
    returnedLate: 0,
    chosen: 0,
    handed: 0,
    decided: { refund: 0, confirm: 0, cash: 0, note: 0 },
  };
  const keep = (order: OrderView) => {
    orders.push(order);
    if (orders.length > keptOrders) orders.splice(random.int(0, orders.length - 1), 1);
  };

  const place = (request: NewOrder) =>
    db.transaction(async (tx) => {
      const payer = { tenantId, id: (request.user?.id ?? request.playerId) as string };
      return (await repeatedOrder(tx, payer, request.request)) ?? createOrder(tx, services, request);
    });

  const operations = {
    async sell() {
      const payWay = random.pick(['counter', 'balance', 'coin', 'alipay', 'alipay'] as const);
      const request: NewOrder = {
        tenantId,
        siteId: random.pick(sites),
        kind: 'goods',
        payWay,
        amount: random.int(1, 5000),
        items: [{ name: 'thing', quantity: 1, amount: 1 }],
        fulfilment: { name: random.pick(['byHand', 'byMachine', 'books']), plan: {} },
        settlesTo: 'earnings',
        request: { id: newId(), wish: {} },
        ...(payWay === 'counter' ? { user } : { playerId: random.pick(payers) }),
        ...(payWay === 'alipay' && { payer: { scene: 'page' as const } }),
      };
      const said = await Promise.all(Array.from({ length: random.int(1, 2) }, () => place(request)));
      if (new Set(said.map(({ id }) => id)).size !== 1) throw new Error('one wish made two orders');
      const [order] = said as [OrderView];
      keep(order);
      if (order.state === 'created') unpaid.push(order);
    },
    async sellValue() {
      const amount = random.int(1, 3000);
      keep(
        await place({
          tenantId,
          siteId: random.pick(sites),
          kind: 'topup',
          payWay: 'counter',
          amount,
          items: [{ name: 'value', quantity: 1, amount }],
          fulfilment: { name: 'books', plan: {} },
          settlesTo: 'player',
          playerId: random.pick(payers),
          user,
        }),
      );
    },
    /** the platform tells once, twice or three times, sometimes after the order was closed */
    async pay() {
      const order = unpaid.splice(random.int(0, unpaid.length - 1), 1)[0];
      if (!order?.paymentId) return;
      const id = order.paymentId;
      if (random.int(1, 5) === 1) {
        await endPayment(services, tenantId, id);
        if (random.int(1, 3) === 1) return;
        counts.late += 1;
      }
      const trade = platform.pay(id.replaceAll('-', ''), order.amount);
      await Promise.all(
        Array.from({ length: random.int(1, 3) }, () =>
          db.transaction((tx) => settlePaid(tx, services, { tenantId, id }, trade)),
        ),
      );
    },
    async deliver() {
      const { id } = random.pick(orders);
      await db.transaction(async (tx) => {
        const order = await lockOrder(tx, tenantId, id);
        const owed = undeliveredAmount(order);
        const open = order.state === 'fulfilling' || order.state === 'partlyFulfilled';
        if (!open || owed === 0) return;
        const part = order.state === 'fulfilling' ? random.int(1, owed) : owed;
        await settle(tx, services, order, part, {});
      });
    },
    async refund() {
      const order = random.pick(orders);
      await db.transaction((tx) =>
        refundOrder(tx, services, order, {
          amount: random.int(0, 3) === 0 ? undefined : random.int(1, order.amount),
          reason: 'random',
          automatic: false,
          user,
        }),
      );
    },
    /** what the platform would not give back is somebody's to end */
    async decide() {
      const order = rows(tenantScope(tenantId), orderTable);
      const open = await db.read
        .select({ tenantId: order.tenantId, id: order.id })
        .from(order)
        .where(eq(order.faultState, 'unsolved'))
        .orderBy(desc(order.id))
        .limit(10);
      if (open.length === 0) return;
      const way = random.pick(['refund', 'confirm', 'cash', 'cash', 'note'] as const);
      const resolve = (tx: Tx) =>
        resolveOrder(tx, services, random.pick(open), { way, reason: 'random', user });
      await db.transaction(resolve);
      counts.decided[way] += 1;
    },
    answers: () => workDue(services),
    /** somebody at the platform sends by hand what it had refused to give back */
    async returnLate() {
      const refund = rows(tenantScope(tenantId), paymentRefunds);
      const failed = await db.read
        .select()
        .from(refund)
        .where(and(eq(refund.state, 'failed'), isNull(refund.returnedLateAt)))
        .orderBy(desc(refund.id))
        .limit(10);
      if (failed.length === 0) return;
      const { id, outRefundNo, amountFen } = random.pick(failed);
      const answer = { state: 'done', outRefundNo, amountFen, refundId: outRefundNo } as const;
      await db.transaction((tx) => settleRefund(tx, services, { tenantId, id }, answer));
      counts.returnedLate += 1;
    },
    /** a little for who owns little */
    async give() {
      const unit = random.pick(['fen', 'coin'] as const);
      const amount = random.int(1, 3000);
      const account = playerAccount(tenantId, poor, random.pick(sites), unit);
      await db.transaction((tx) =>
        postTransfers(tx, [
          {
            key: newId(),
            tenantId,
            kind: 'grant',
            legs: [
              { account: { ...mintAccount(tenantId, 'coin'), unit }, amount: -amount },
              { account, amount },
            ],
          },
        ]),
      );
    },
    /** balances are shared most of the time */
    async choose() {
      const reach = random.pick(['shared', 'shared', 'site'] as const);
      await db.transaction(async (tx) => {
        await lockMoney(tx, tenantId);
        await writeReach(tx, tenantId, { reach, changedAt: server.clock.now(), changedBy: user.id });
      });
      counts.chosen += 1;
    },
    /** a site goes to another wallet and comes back, with orders under way */
    async handOn() {
      const walletId = random.pick([further, tenantId, tenantId]);
      await db.transaction(async (tx) => {
        await lockMoney(tx, tenantId);
        await update(tx, tenantScope(tenantId), walletSites, { siteId: own }, { walletId });
      });
      counts.handed += 1;
    },
    async share() {
      await shop.run(random.pick(sites));
    },
    /** two accounts the wrong way round would lock everybody out, were they not taken in one sequence */
    async look() {
      const accounts = sites.map((siteId) => playerAccount(tenantId, playerId, siteId, 'fen')).toReversed();
      await db.transaction((tx) =>
        lockAccounts(
          tx,
          accounts.map((account) => ({ account, spread: '' })),
        ),
      );
    },
  };

  /** Everything that was sold for a wallet comes to its end: paid or closed, delivered, given back. */
  async function windDown(walletId: string, pauseMs: number): Promise<void> {
    const order = rows(tenantScope(tenantId), orderTable);
    for (let turn = 0; turn < mostTurns; turn++) {
      const waiting = await db.read
        .select()
        .from(order)
        .where(and(eq(order.walletId, walletId), or(isNotNull(order.deadlineAt), isOwed(order))));
      if (waiting.length === 0 && (await unended(walletId)) === 0) return;
      for (const { id, state, paymentId } of waiting)
        if (state === 'created' && paymentId) await endPayment(services, tenantId, paymentId);
        else await deliverRest(id);
      server.clock.forward(pauseMs);
      await workDue(services);
    }
  }
  const unended = (walletId: string) => db.transaction((tx) => countUnended(tx, tenantId, walletId));
  const deliverRest = (id: string) =>
    tryToDeliver(id).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      // the player has spent elsewhere what was free in between: then it is not delivered
      return db.transaction(async (tx) => {
        const order = await lockOrder(tx, tenantId, id);
        const amount = undeliveredAmount(order);
        await refundOrder(tx, services, order, { amount, reason: 'spent', automatic: false, user });
      });
    });
  const tryToDeliver = (id: string) =>
    db.transaction(async (tx) => {
      const order = await lockOrder(tx, tenantId, id);
      if (undeliveredAmount(order) === 0) return;
      // the platform had refused to give it back: a person decides
      if (order.faultState === 'unsolved')
        await resolveOrder(tx, services, order, {
          way: random.pick(['refund', 'confirm']),
          reason: 'who leaves wants it ended',
          user,
        });
      else if (order.state === 'fulfilling' || order.state === 'partlyFulfilled')
        await settle(tx, services, order, undeliveredAmount(order), {});
    });

  let franchisee: string | undefined;
  /** Somebody takes a site over, or leaves with everything in order: refused while something is open. */
  async function comeOrGo(pauseMs: number): Promise<void> {
    const merchant = await shop.merchant();
    if (!franchisee) {
      const { id } = await merchant.call(partnersContract.saveFranchisee, {
        account: `f${newId().slice(-10)}`,
        name: '随机加盟商',
        password: server.encrypt('Start1234'),
        siteIds: [franchised],
      });
      await merchant.call(walletContract.settleSite, { fieldId: franchised, walletId: id });
      franchisee = id;
      return;
    }
    const handOver = { walletId: franchisee, toWalletId: tenantId };
    await handOverNow(services, merchant, handOver);
    await windDown(franchisee, pauseMs);
    // it took its time, and a log-in ends
    const again = await shop.merchant();
    await handOverNow(services, again, handOver);
    await again.call(partnersContract.removeFranchisees, { ids: [franchisee] });
    franchisee = undefined;
    counts.removed += 1;
  }

  const weights: [keyof typeof operations, number][] = [
    ['sell', 30],
    ['sellValue', 3],
    ['pay', 14],
    ['deliver', 18],
    ['refund', 28],
    ['decide', 2],
    ['answers', 2],
    ['returnLate', 1],
    ['share', 2],
    ['give', 5],
    ['choose', 1],
    ['handOn', 1],
    ['look', 3],
  ];
  const lots = weights.flatMap(([name, weight]) => Array.from({ length: weight }, () => name));

  /** What is refused as too much, too late or under way has changed nothing; anything else fails the test. */
  const refusable = (work: Promise<unknown>) =>
    work.then(
      () => {
        counts.done += 1;
      },
      (error: unknown) => {
        if (!(error instanceof AppError) && !(error instanceof CallError && error.status < 500)) throw error;
        counts.refused += 1;
      },
    );

  return {
    counts,
    platform,
    sites,
    operate: () => refusable(operations[orders.length === 0 ? 'sell' : random.pick(lots)]()),
    comeOrGo: (pauseMs: number) => refusable(comeOrGo(pauseMs)),
  };
}
