import { beforeAll, describe, expect, it } from 'vitest';
import { takeWonGifts } from '#features/machines/gifts/server/public.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { startTestServer } from '#kit/server/testing/harness.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { sharingContract } from '../contract.ts';
import { isDue, openRun, runSite } from '../server/run-site.ts';
import { shareOrdersOf } from '../server/share-orders.ts';
import { findRule, findVersions } from '../server/share-queries.ts';
import { scope, shopOf, tenantId } from './shop.ts';

const { server } = testServer();
let shop: ReturnType<typeof shopOf>;
beforeAll(async () => {
  shop = shopOf(server);
});

async function siteWithTwo(ratios: [number, number] = [3_000, 2_000]) {
  const siteId = await shop.newSite();
  const [a, b] = [await shop.addReceiver('甲'), await shop.addReceiver('乙')];
  await shop.share(siteId, {
    ratios: [
      { receiverId: a, basisPoints: ratios[0] },
      { receiverId: b, basisPoints: ratios[1] },
    ],
  });
  return { siteId, a, b };
}

describe('a run', () => {
  it('gives everybody their part of each order, and the books agree', async () => {
    const { siteId, a, b } = await siteWithTwo();
    const before = await shop.walletOf(tenantId);
    await shop.sell(siteId, 1_000, 333, 1);
    const result = await shop.run(siteId);
    expect(result).toEqual({ orders: 3, paidFen: 500 + 167 + 0, failedLines: 0 });
    expect([await shop.kept(a), await shop.kept(b)]).toEqual([300 + 100, 200 + 67]);
    expect((await shop.walletOf(tenantId)) - before).toBe(1_334 - 667);
    expect(await shop.provenWrong()).toEqual([]);
  });

  it('shares an order once, however many runs there are at once', async () => {
    const { siteId, a, b } = await siteWithTwo();
    await shop.sell(siteId, ...Array.from({ length: 30 }, () => 1_000));
    const results = await Promise.all(Array.from({ length: 10 }, () => shop.run(siteId)));
    expect(results.reduce((sum, { orders }) => sum + orders, 0)).toBe(30);
    expect([await shop.kept(a), await shop.kept(b)]).toEqual([9_000, 6_000]);
    expect(await shop.run(siteId)).toEqual({ orders: 0, paidFen: 0, failedLines: 0 });
    expect(await shop.provenWrong()).toEqual([]);
  });

  it('that was cut off between two batches goes on without sharing anything twice', async () => {
    const { siteId, a, b } = await siteWithTwo();
    const sold = await shop.sell(siteId, ...Array.from({ length: 12 }, () => 500));
    const { db } = server.services;
    const rule = (await findRule(db.read, scope, siteId))!;
    const version = (await findVersions(db.read, scope, [siteId])).get(siteId)![0]!;
    const batch = (ids: string[], dies: boolean) =>
      db.transaction(async (tx) => {
        const run = await openRun(tx, rule, {
          version,
          from: version.effectiveFrom,
          to: shop.tomorrow(),
        });
        await shareOrdersOf(tx, server.services, run, version, ids, []);
        if (dies) throw new Error('killed');
      });
    const ids = sold.map(({ id }) => id);
    await batch(ids.slice(0, 5), false);
    await expect(batch(ids.slice(5, 9), true)).rejects.toThrow('killed');
    expect(await shop.kept(a)).toBe(5 * 150);
    await shop.run(siteId);
    expect([await shop.kept(a), await shop.kept(b)]).toEqual([12 * 150, 12 * 100]);
    expect(await shop.provenWrong()).toEqual([]);
  });

  it('takes fee and costs off first, the costs of a day once a day', async () => {
    const siteId = await shop.newSite();
    const a = await shop.addReceiver('场地方', { kind: 'owner' });
    await shop.share(siteId, {
      costs: [
        { name: '场租', kind: 'perDay', amountFen: 1_200 },
        { name: '损耗', kind: 'percent', basisPoints: 1_000 },
      ],
      ratios: [{ receiverId: a, basisPoints: 5_000 }],
    });
    await shop.sell(siteId, 1_000, 1_000, 1_000);
    await shop.run(siteId);
    // 3000 − 1200 = 1800, 600 of each order; of that 90 %, and half of it
    expect(await shop.kept(a)).toBe(3 * 270);
    const client = await shop.merchant();
    const { records } = await client.call(sharingContract.listLines, { fieldId: siteId, size: 10 });
    expect(records[0]!.steps.map(({ kind }) => kind)).toEqual(['refund', 'fee', 'perDay', 'percent']);
    const [run] = (await client.call(sharingContract.listRuns, { fieldId: siteId })).records;
    expect(run).toMatchObject({ orders: 3, grossFen: 3_000, paidFen: 810, failedLines: 0, state: 'open' });
    expect(run!.period).toBe(run!.fromDay);
    expect(records[0]!.openFen).toBe(0);
    const rule = await client.call(sharingContract.readRule, { fieldId: siteId });
    expect(rule).toMatchObject({ state: 'on', sumBasisPoints: 5_000 });
    expect(rule.people).toEqual(rule.current!.ratios.map(({ receiverName }) => receiverName));
    expect(rule.effectiveFrom).toBe(rule.current!.effectiveFrom);
  });

  it('spreads the costs of a day over all its orders, also when there are too many for one batch', async () => {
    const siteId = await shop.newSite();
    const a = await shop.addReceiver('多单');
    await shop.share(siteId, {
      costs: [{ name: '场租', kind: 'perDay', amountFen: 1_200 }],
      ratios: [{ receiverId: a, basisPoints: 5_000 }],
    });
    const sold = await shop.sell(siteId, ...Array.from({ length: 120 }, () => 110));
    await shop.run(siteId);
    expect(await shop.kept(a)).toBe(120 * 50);
    for (const order of [sold[0]!, sold[119]!])
      expect(await shop.linesOf(order.id)).toMatchObject([{ earnedFen: 50, dueFen: 50 }]);
    expect(await shop.provenWrong()).toEqual([]);
  });

  it('takes off what the prizes of the day cost', async () => {
    const { db, clock } = server.services;
    const siteId = await shop.newSite();
    const a = await shop.addReceiver('奖品成本');
    await shop.share(siteId, {
      costs: [{ name: '礼品', kind: 'gift' }],
      ratios: [{ receiverId: a, basisPoints: 10_000 }],
    });
    const [held] = await db.raw`select p.device_id, g.cost_fen from gift_placement p
      join gift g on g.tenant_id = p.tenant_id and g.id = p.gift_id
      where p.tenant_id = ${tenantId} and g.cost_fen > 0 limit 1`;
    await db.transaction((tx) =>
      takeWonGifts(tx, tenantId, [{ deviceId: held!.device_id, amount: 2, at: clock.now(), siteId }]),
    );
    const giftsFen = 2 * Number(held!.cost_fen);
    await shop.sell(siteId, giftsFen, 1_000);
    await shop.run(siteId);
    expect(await shop.kept(a)).toBe(1_000);
  });

  it('leaves cash out unless the rule says otherwise', async () => {
    const { siteId, a } = await siteWithTwo();
    await shop.sellForCash(siteId, 1_000);
    await shop.run(siteId);
    expect(await shop.kept(a)).toBe(0);

    const other = await shop.newSite();
    const c = await shop.addReceiver('丙');
    await shop.share(other, { includeCash: true, ratios: [{ receiverId: c, basisPoints: 1_000 }] });
    await shop.sell(other, 5_000);
    await shop.sellForCash(other, 1_000);
    await shop.run(other);
    expect(await shop.kept(c)).toBe(600);
  });

  it('pays what the wallet can afford, lists the rest with its reason and pays it later', async () => {
    const { siteId, a, b } = await siteWithTwo();
    const [first, second] = await shop.sell(siteId, 1_000, 1_000);
    await shop.empty(tenantId, 620);
    expect(await shop.run(siteId)).toMatchObject({ orders: 2, paidFen: 500, failedLines: 2 });
    const client = await shop.merchant();
    const failed = await client.call(sharingContract.listLines, { fieldId: siteId, state: 'failed' });
    expect(failed.records.map(({ reason, paidFen }) => [reason, paidFen])).toEqual([
      ['insufficient', 0],
      ['insufficient', 0],
    ]);
    expect(failed.records.map(({ orderId }) => orderId)).toEqual([second!.id, second!.id]);
    expect(await shop.linesOf(first!.id)).toMatchObject([{ state: 'paid' }, { state: 'paid' }]);

    await shop.sell(await shop.newSite(), 2_000);
    const retried = await client.call(sharingContract.retryLines, {
      ids: failed.records.map(({ id }) => id),
    });
    expect(retried).toEqual({ paid: 2, failed: 0 });
    expect([await shop.kept(a), await shop.kept(b)]).toEqual([600, 400]);
    expect(await shop.provenWrong()).toEqual([]);
  });

  it('pays a failed share once when many retry it at the same time', async () => {
    const { siteId, a, b } = await siteWithTwo();
    await shop.sell(siteId, 1_000);
    await shop.empty(tenantId, 0);
    await shop.run(siteId);
    await shop.sell(await shop.newSite(), 50_000);
    const client = await shop.merchant();
    const { records } = await client.call(sharingContract.listLines, { fieldId: siteId, state: 'failed' });
    const ids = records.map(({ id }) => id);
    await Promise.allSettled(
      Array.from({ length: 50 }, () => client.call(sharingContract.retryLines, { ids })),
    );
    expect([await shop.kept(a), await shop.kept(b)]).toEqual([300, 200]);
    expect(await shop.provenWrong()).toEqual([]);
  });
});

describe('the schedule', () => {
  it('shares a day when it is over, by the version of that day, and then never again', async () => {
    const late = await startTestServer();
    try {
      const other = shopOf(late);
      const siteId = await other.newSite();
      const a = await other.addReceiver('日结');
      await other.share(siteId, { ratios: [{ receiverId: a, basisPoints: 1_000 }] });
      const client = await other.merchant();
      await client.call(sharingContract.saveVersion, {
        fieldId: siteId,
        effectiveFrom: other.tomorrow(),
        deductFee: true,
        includeCash: false,
        costs: [],
        ratios: [{ receiverId: a, basisPoints: 2_000 }],
      });
      await other.sell(siteId, 1_000);
      const { db } = late.services;
      const due = () => runSite(late.services, { tenantId, siteId }, { open: false, retry: false });
      const waits = async () =>
        isDue(
          (await findRule(db.read, scope, siteId))!,
          (await findVersions(db.read, scope, [siteId])).get(siteId)!,
          late.clock.now(),
        );
      expect(await waits()).toBe(false);
      expect((await due()).orders).toBe(0);
      late.clock.forward(dayMs);
      await other.sell(siteId, 1_000);
      expect(await waits()).toBe(true);
      expect((await due()).orders).toBe(1);
      expect(await waits()).toBe(false);
      expect(await other.kept(a)).toBe(100);
      late.clock.forward(dayMs);
      expect((await due()).orders).toBe(1);
      expect(await other.kept(a)).toBe(300);
      expect((await due()).orders).toBe(0);
      // two days later the login of the first day is over
      const again = late.withToken((await late.login('merchant')).access_token);
      const { records } = await again.call(sharingContract.listRuns, { fieldId: siteId });
      expect(records.map(({ state, versionNumber, orders }) => [state, versionNumber, orders])).toEqual([
        ['finished', 2, 1],
        ['finished', 1, 1],
      ]);
      const rule = await again.call(sharingContract.readRule, { fieldId: siteId });
      expect(rule.current?.number).toBe(2);
      expect(rule.versions.map(({ state }) => state)).toEqual(['current', 'past']);
    } finally {
      await late.close();
    }
  });
});
