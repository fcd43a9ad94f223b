import { and, eq, isNotNull, or } from 'drizzle-orm';
import { accountsContract } from '#features/accounts/contract.ts';
import { lockAccounts, postTransfers } from '#features/ledger/server/public.ts';
import { endPayment, workDue } from '#features/payments/server/public.ts';
import { settlePaid } from '#features/payments/server/settle-trade.ts';
import { shopOf } from '#features/sharing/test/shop.ts';
import { walletContract } from '#features/wallet/contract.ts';
import { mintAccount, playerAccount } from '#features/wallet/server/public.ts';
import { CallError } from '#kit/contract/client.ts';
import { AppError } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import type { Random } from '#simulators/devices/random.ts';
import { undeliveredAmount } from '../refund-amounts.ts';
import { createOrder, type NewOrder, repeatedOrder } from '../server/create-order.ts';
import { countUnended, lockOrder } from '../server/order-queries.ts';
import type { OrderView } from '../server/order-types.ts';
import { refundOrder } from '../server/refund-order.ts';
import { registerFulfilment } from '../server/registry.ts';
import { settle } from '../server/settle-order.ts';
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

  const orders: OrderView[] = [];
  const unpaid: OrderView[] = [];
  const counts = { done: 0, refused: 0, removed: 0, late: 0 };
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
        fulfilment: { name: random.pick(['byHand', 'books']), plan: {} },
        settlesTo: 'earnings',
        request: { id: newId(), wish: {} },
        ...(payWay === 'counter' ? { user } : { playerId }),
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
          playerId,
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
    answers: () => workDue(services),
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
  async function windDown(walletId: string): Promise<void> {
    const order = rows(tenantScope(tenantId), orderTable);
    // what a platform refused to give back three times waits for a person, without a deadline
    const isLeftToPeople = eq(order.state, 'paid');
    for (let turn = 0; turn < mostTurns; turn++) {
      const waiting = await db.read
        .select()
        .from(order)
        .where(and(eq(order.walletId, walletId), or(isNotNull(order.deadlineAt), isLeftToPeople)));
      if (waiting.length === 0 && (await unended(walletId)) === 0) return;
      for (const { id, state, paymentId } of waiting)
        if (state === 'created' && paymentId) await endPayment(services, tenantId, paymentId);
        else await deliverRest(id);
      server.clock.forward(5 * minuteMs);
      await workDue(services);
    }
  }
  const unended = (walletId: string) => db.transaction((tx) => countUnended(tx, tenantId, walletId));
  const deliverRest = (id: string) =>
    db.transaction(async (tx) => {
      const order = await lockOrder(tx, tenantId, id);
      if (order.state === 'fulfilling' || order.state === 'partlyFulfilled')
        await settle(tx, services, order, undeliveredAmount(order), {});
      // the platform had refused to give it back
      if (order.state === 'paid')
        await refundOrder(tx, services, order, { reason: 'again', automatic: false, user });
    });

  let franchisee: string | undefined;
  /** Somebody takes a site over, or leaves with everything in order: refused while something is open. */
  async function comeOrGo(): Promise<void> {
    const merchant = await shop.merchant();
    if (!franchisee) {
      const { id } = await merchant.call(accountsContract.saveFranchisee, {
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
    await merchant.call(walletContract.handOverWallet, { ...handOver, requestId: newId() });
    await windDown(franchisee);
    // it took its time, and a log-in ends
    const again = await shop.merchant();
    await again.call(walletContract.handOverWallet, { ...handOver, requestId: newId() });
    await again.call(accountsContract.removeFranchisees, { ids: [franchisee] });
    franchisee = undefined;
    counts.removed += 1;
  }

  const weights: [keyof typeof operations, number][] = [
    ['sell', 30],
    ['sellValue', 3],
    ['pay', 14],
    ['deliver', 18],
    ['refund', 28],
    ['answers', 2],
    ['share', 2],
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
    operate: () => refusable(operations[orders.length === 0 ? 'sell' : random.pick(lots)]()),
    comeOrGo: () => refusable(comeOrGo()),
  };
}
