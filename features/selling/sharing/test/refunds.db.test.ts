import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { walletContract } from '#features/money/wallet/contract.ts';
import { settle } from '#features/selling/orders/server/delivering/settle-order.ts';
import { lockOrder } from '#features/selling/orders/server/order-queries.ts';
import { createOrder, findOrder, registerFulfilment } from '#features/selling/orders/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { businessDay, dayMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { insert, rows } from '#kit/server/tables.ts';
import { startTestServer } from '#kit/server/testing/harness.ts';
import { soon, waitNoLonger } from '#kit/server/testing/patience.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { sharingContract } from '../contract.ts';
import { calculate } from '../rules/calculate.ts';
import { findVersion, lockLines, markForRecheck, recheckOrders } from '../server/recheck-orders.ts';
import { openRun } from '../server/run-site.ts';
import { findReceivers, findRule, holdOrders } from '../server/share-queries.ts';
import { buildStatement } from '../server/statement-handlers.ts';
import { shareOrders, shareRuns } from '../tables.ts';
import { scope, shopOf, tenantId } from './shop.ts';

const { server } = testServer();
let shop: ReturnType<typeof shopOf>;
beforeAll(async () => {
  shop = shopOf(server);
});

const thisMonth = () => businessDay(server.clock.now()).slice(0, 'yyyy-mm'.length);
const debtsOf = async (receiverId: string) =>
  (await (await shop.merchant()).call(sharingContract.listDebts, { receiverId })).records;

async function statementOf(receiverId: string) {
  const receiver = (await findReceivers(server.services.db.read, scope, [receiverId])).get(receiverId)!;
  return buildStatement(server.services.db.read, receiver, thisMonth());
}

/** As a pass over the site's orders does. */
async function holdRun(tx: Tx, siteId: string): Promise<void> {
  const run = rows(scope, shareRuns);
  const [found] = await tx.select().from(run).where(eq(run.siteId, siteId));
  const rule = await findRule(tx, scope, siteId);
  if (!found || !rule) throw new Error('no run yet');
  const version = await findVersion(tx, tenantId, found.versionId);
  await openRun(tx, rule, { version, from: found.fromDay, to: found.toDay });
}

describe('a refund', () => {
  it('brings the shares to those of what is kept, the receivers give the rest back', async () => {
    const siteId = await shop.newSite();
    const [a, b] = [await shop.addReceiver('甲'), await shop.addReceiver('乙')];
    await shop.share(siteId, {
      ratios: [
        { receiverId: a, basisPoints: 3_000 },
        { receiverId: b, basisPoints: 1_000 },
      ],
    });
    const [order] = await shop.sell(siteId, 1_000);
    await shop.run(siteId);
    const before = await shop.walletOf(tenantId);
    await shop.refund(order!.id, 500);
    expect([await shop.kept(a), await shop.kept(b)]).toEqual([150, 50]);
    // 500 went to the player, 200 of it came from the receivers
    expect((await shop.walletOf(tenantId)) - before).toBe(-300);
    await shop.refund(order!.id);
    expect([await shop.kept(a), await shop.kept(b)]).toEqual([0, 0]);
    expect((await shop.walletOf(tenantId)) - before).toBe(-600);
    expect(await debtsOf(a)).toEqual([]);
    expect(await shop.provenWrong()).toEqual([]);
  });

  it('before the run leaves nothing to share of what went back', async () => {
    const siteId = await shop.newSite();
    const a = await shop.addReceiver('甲');
    await shop.share(siteId, { ratios: [{ receiverId: a, basisPoints: 5_000 }] });
    const [first, second] = await shop.sell(siteId, 1_000, 400);
    await shop.refund(first!.id, 400);
    await shop.refund(second!.id);
    expect((await shop.run(siteId)).orders).toBe(2);
    expect(await shop.kept(a)).toBe(300);
  });

  it('of money that the receiver no longer has becomes a debt, taken out of the next shares', async () => {
    const siteId = await shop.newSite();
    const a = await shop.addReceiver('甲');
    const client = await shop.merchant();
    await shop.share(siteId, { ratios: [{ receiverId: a, basisPoints: 5_000 }] });
    const [order] = await shop.sell(siteId, 1_000);
    await shop.run(siteId);
    await client.call(sharingContract.settleReceiver, {
      receiverId: a,
      amountFen: 450,
      note: '现金结清',
      requestId: demoId('settle-debt'),
    });
    await shop.refund(order!.id);
    expect(await shop.kept(a)).toBe(0);
    expect(await debtsOf(a)).toMatchObject([{ amountFen: 450, openFen: 450, clearedAt: null }]);
    expect(await statementOf(a)).toMatchObject({ closingFen: -450 });

    await shop.sell(siteId, 600);
    await shop.run(siteId);
    expect(await shop.kept(a)).toBe(0);
    expect(await debtsOf(a)).toMatchObject([{ openFen: 150 }]);
    await shop.sell(siteId, 1_000);
    await shop.run(siteId);
    expect(await shop.kept(a)).toBe(350);
    expect(await debtsOf(a)).toMatchObject([{ openFen: 0 }]);
    expect(await statementOf(a)).toMatchObject({
      openingFen: 0,
      earnedFen: 500 + 300 + 500,
      reducedFen: 500,
      returnedFen: 50,
      paidFen: 500 + 350,
      closingFen: 0,
      account: { inFen: 850, outFen: 500, closingFen: 350 },
    });
    expect(await shop.provenWrong()).toEqual([]);
  });

  it('owed to one wallet and taken out of a share of another is paid across: each wallet has its own', async () => {
    const client = await shop.merchant();
    const [here, there] = [await shop.newSite(), await shop.newSite()];
    const open = async (siteId: string, name: string) => {
      const { id } = await client.call(walletContract.saveWallet, { name });
      await client.call(walletContract.settleSite, { fieldId: siteId, walletId: id });
      return id;
    };
    const [first, second] = [await open(here, '一号户'), await open(there, '二号户')];
    const a = await shop.addReceiver('甲');
    for (const siteId of [here, there])
      await shop.share(siteId, { ratios: [{ receiverId: a, basisPoints: 5_000 }] });
    const [order] = await shop.sell(here, 1_000);
    await shop.run(here);
    // the receiver was paid outside and has nothing left when the order goes back
    await client.call(sharingContract.settleReceiver, {
      receiverId: a,
      amountFen: 500,
      note: '现金',
      requestId: newId(),
    });
    await shop.fundWallet(first, 500);
    await shop.refund(order!.id);
    expect(await debtsOf(a)).toMatchObject([{ openFen: 500 }]);
    const before = [await shop.walletOf(first), await shop.walletOf(second)];
    await shop.sell(there, 1_200);
    await shop.run(there);
    // of the share of 600 the second wallet paid 500 to the first and 100 to the receiver
    expect([await shop.walletOf(first), await shop.walletOf(second)]).toEqual([
      before[0]! + 500,
      before[1]! + 600,
    ]);
    expect(await shop.kept(a)).toBe(100);
    expect(await debtsOf(a)).toMatchObject([{ openFen: 0 }]);
    expect(await shop.provenWrong()).toEqual([]);
  });

  it('that comes to nothing is not lost on a run that is sharing its order at that moment', async () => {
    const siteId = await shop.newSite();
    const a = await shop.addReceiver('甲');
    await shop.share(siteId, { ratios: [{ receiverId: a, basisPoints: 5_000 }] });
    const { db } = server.services;
    const shared = rows(scope, shareOrders);
    const sharedOf = (id: string) => db.read.select().from(shared).where(eq(shared.orderId, id));
    const [known] = await shop.sell(siteId, 1_000);
    await shop.run(siteId);
    const [row] = await sharedOf(known!.id);
    const [order] = await shop.sell(siteId, 1_000);
    const waiting = async () =>
      (await db.raw`select 1 from pg_locks where locktype = 'advisory' and not granted`).length;
    let marked: Promise<unknown> | undefined;
    await db.transaction(async (tx) => {
      await holdOrders(tx, tenantId, [order!.id]);
      marked = db.transaction((other) => markForRecheck(other, tenantId, order!.id));
      await expect.poll(waiting, soon).toBeGreaterThan(0);
      await insert(tx, scope, shareOrders, { ...row!, orderId: order!.id, number: order!.number });
    });
    await marked;
    expect(await sharedOf(order!.id)).toMatchObject([{ recheck: true }]);
  });

  it('that came to nothing is looked at again beside a payday that has an order and wants the line of another', async () => {
    const siteId = await shop.newSite();
    const a = await shop.addReceiver('甲');
    await shop.share(siteId, { ratios: [{ receiverId: a, basisPoints: 5_000 }] });
    const { services } = server;
    const { db } = services;
    const sold = await shop.sell(siteId, 1_000, 1_000);
    await shop.run(siteId);
    const [first, second] = sold.map(({ id }) => id).toSorted() as [string, string];
    await db.transaction(async (tx) => {
      for (const id of [first, second]) await markForRecheck(tx, tenantId, id);
    });
    const waiting = async () => (await db.raw`select 1 from pg_locks where not granted`).length;
    const shared = rows(scope, shareOrders);
    let looking: Promise<void> | undefined;
    await db.transaction(async (tx) => {
      await tx.select().from(shared).where(eq(shared.orderId, second)).for('update');
      looking = recheckOrders(services, { tenantId, siteId });
      await expect.poll(waiting, soon).toBeGreaterThan(0);
      await waitNoLonger(tx);
      expect(await lockLines(tx, tenantId, first)).toHaveLength(1);
    });
    await looking;
    expect(await db.read.select().from(shared).where(eq(shared.siteId, siteId))).toMatchObject([
      { recheck: false },
      { recheck: false },
    ]);
  });

  it('of an order of which more was delivered since it was shared counts with all of it', async () => {
    const { services } = server;
    registerFulfilment(services, 'sharing-by-hand', { start: async () => 'waiting' });
    const siteId = await shop.newSite();
    const a = await shop.addReceiver('甲');
    await shop.share(siteId, { includeCash: true, ratios: [{ receiverId: a, basisPoints: 5_000 }] });
    const order = await services.db.transaction((tx) =>
      createOrder(tx, services, {
        tenantId,
        siteId,
        kind: 'goods',
        payWay: 'counter',
        amount: 1_000,
        items: [{ name: '货', quantity: 1, amount: 1_000 }],
        fulfilment: { name: 'sharing-by-hand', plan: {} },
        settlesTo: 'earnings',
        user: { id: demoId('user:merchant'), name: '陈立新' },
      }),
    );
    const deliver = (amount: number) =>
      services.db.transaction(async (tx) =>
        settle(tx, services, await lockOrder(tx, tenantId, order.id), amount, {}),
      );
    await deliver(400);
    await shop.run(siteId);
    expect(await shop.kept(a)).toBe(200);
    await deliver(600);
    // it has the order's turn: were it to wait for a run, which wants that turn next, both would wait for ever
    await services.db.transaction(async (tx) => {
      await holdRun(tx, siteId);
      await shop.refund(order.id, 100);
    });
    await shop.run(siteId);
    expect(await shop.kept(a)).toBe(450);
    expect(await debtsOf(a)).toEqual([]);
    expect(await shop.provenWrong()).toEqual([]);
  });

  it('races with the run of its order and the shares are right no matter which comes first', async () => {
    const siteId = await shop.newSite();
    const a = await shop.addReceiver('甲');
    await shop.share(siteId, { ratios: [{ receiverId: a, basisPoints: 5_000 }] });
    const sold = await shop.sell(siteId, ...Array.from({ length: 25 }, () => 1_000));
    await Promise.all([
      ...sold.map(({ id }) => shop.refund(id, 300)),
      ...Array.from({ length: 4 }, () => shop.run(siteId)),
    ]);
    await shop.run(siteId);
    expect(await shop.kept(a)).toBe(25 * 350);
    expect(await debtsOf(a)).toEqual([]);
    expect(await shop.provenWrong()).toEqual([]);
  });

  it('in any sequence leaves the shares of the kept amount, with debts counted in', async () => {
    const siteId = await shop.newSite();
    const ids = [await shop.addReceiver('一'), await shop.addReceiver('二'), await shop.addReceiver('三')];
    const ratios = [3_333, 3_333, 1_111].map((basisPoints, index) => ({
      receiverId: ids[index]!,
      basisPoints,
    }));
    const terms = {
      deductFee: true,
      costs: [{ name: '电费', kind: 'perOrder' as const, amountFen: 7 }],
      ratios,
    };
    await shop.share(siteId, terms);
    const client = await shop.merchant();
    let settled = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3_000 }),
        fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (amount, refunds, settles) => {
          const [order] = await shop.sell(siteId, amount);
          await shop.run(siteId);
          const balance = await shop.kept(ids[0]!);
          if (settles && balance > 0) {
            settled += 1;
            await client.call(sharingContract.settleReceiver, {
              receiverId: ids[0]!,
              amountFen: balance,
              note: '结清',
              requestId: demoId(`settle ${settled}`),
            });
          }
          let kept = amount;
          for (const part of refunds) {
            const back = Math.min(kept, part);
            if (back === 0) break;
            await shop.refund(order!.id, back);
            kept -= back;
            const lines = await shop.linesOf(order!.id);
            const { parts } = calculate(terms, {
              grossFen: amount,
              keptFen: kept,
              feeFen: 0,
              dayCostsFen: [0],
            });
            for (const { receiverId, amountFen } of parts)
              expect(lines.find((line) => line.receiverId === receiverId)?.dueFen ?? 0).toBe(amountFen);
          }
          expect((await findOrder(server.services.db.read, scope, order!.id)).refundedAmount).toBe(
            amount - kept,
          );
        },
      ),
      { numRuns: 25 },
    );
    await shop.run(siteId);
    expect(await shop.provenWrong()).toEqual([]);
  });
});

describe('a statement', () => {
  it('adds up with the books to the fen, in the table, in the sums and over two months', async () => {
    const late = await startTestServer();
    try {
      const other = shopOf(late);
      const siteId = await other.newSite();
      const a = await other.addReceiver('对账人');
      await other.share(siteId, {
        costs: [{ name: '损耗', kind: 'percent', basisPoints: 333 }],
        ratios: [{ receiverId: a, basisPoints: 2_750 }],
      });
      const sold = await other.sell(siteId, 1_234, 777, 5_001, 3);
      await other.run(siteId);
      await other.refund(sold[0]!.id, 200);
      const client = await other.merchant();
      const month = businessDay(late.clock.now()).slice(0, 7);
      const first = await client.call(sharingContract.readStatement, { receiverId: a, month });
      expect(first.openingFen + first.earnedFen - first.reducedFen - first.paidFen + first.returnedFen).toBe(
        first.closingFen,
      );
      expect(first.days.reduce((sum, { earnedFen }) => sum + earnedFen, 0)).toBe(first.earnedFen);
      expect(first.days[0]!.steps.at(-1)!.afterFen).toBe(first.days[0]!.baseFen);
      expect(first.payments.reduce((sum, { amountFen }) => sum + amountFen, 0)).toBe(first.paidFen);
      expect(first.refunds.reduce((sum, { returnedFen }) => sum + returnedFen, 0)).toBe(first.returnedFen);
      expect(first.account!.closingFen).toBe(await other.kept(a));
      expect(first.returnedFen).toBeGreaterThan(0);

      late.clock.forward(40 * dayMs);
      await other.sell(siteId, 900);
      await other.run(siteId);
      const again = late.withToken((await late.login('merchant')).access_token);
      const next = businessDay(late.clock.now()).slice(0, 7);
      const second = await again.call(sharingContract.readStatement, { receiverId: a, month: next });
      expect(second.openingFen).toBe(first.closingFen);
      expect(second.account!.openingFen).toBe(first.account!.closingFen);
      expect(second.account!.closingFen).toBe(await other.kept(a));
      expect(await other.provenWrong()).toEqual([]);
    } finally {
      await late.close();
    }
  });

  it('is printed as a PDF', async () => {
    const siteId = await shop.newSite();
    const a = await shop.addReceiver('打印');
    await shop.share(siteId, { ratios: [{ receiverId: a, basisPoints: 5_000 }] });
    await shop.sell(siteId, 1_000);
    await shop.run(siteId);
    const { access_token: token } = await server.login('merchant');
    const answer = await server.app.inject({
      method: 'GET',
      url: `${sharingContract.printStatement.path}?receiverId=${a}&month=${thisMonth()}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    // and with the merchant's logo, where there is one
    const pictures = (pdf: Buffer) => pdf.toString('latin1').split('/Subtype /Image').length - 1;
    expect(pictures(answer.rawPayload)).toBe(0);
    const key = `${demoTenants.merchant}/logo-of-a-test.png`;
    const square = { width: 40, height: 40, channels: 3, background: '#0a6b62' } as const;
    const png = await sharp({ create: square }).png().toBuffer();
    await server.services.storage.put(key, png, { contentType: 'image/png' });
    await server.services.db
      .raw`update tenant set logo = ${`/files/${key}`} where id = ${demoTenants.merchant}`;
    const second = await server.app.inject({
      method: 'GET',
      url: `${sharingContract.printStatement.path}?receiverId=${a}&month=${thisMonth()}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(pictures(second.rawPayload)).toBe(1);
  });
});
