import { beforeAll, describe, expect, it } from 'vitest';
import {
  platformFee,
  postTransfers,
  readBalances,
  walletAccount,
} from '#features/money/ledger/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { addDays, businessDay, dayMs, startOfDay } from '#kit/kernel/time.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { startTestServer } from '#kit/server/testing/harness.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { sharingContract } from '../contract.ts';
import { shareAgentFees, shareFeesOfDay } from '../server/share-agent-fees.ts';
import { shopOf, tenantId } from './shop.ts';

const { server } = testServer();
let shop: ReturnType<typeof shopOf>;
beforeAll(async () => {
  shop = shopOf(server);
});

const today = () => businessDay(server.clock.now());
const month = () => today().slice(0, 7);

describe('rules', () => {
  it('stay within 100 %, name known people once, and never reach into shared days', async () => {
    const siteId = await shop.newSite();
    const [a, b] = [await shop.addReceiver('甲'), await shop.addReceiver('乙')];
    const tooMuch = [
      { receiverId: a, basisPoints: 6_000 },
      { receiverId: b, basisPoints: 4_001 },
    ];
    await expect(shop.share(siteId, { ratios: tooMuch })).rejects.toThrow(/100/);
    const twice = [
      { receiverId: a, basisPoints: 1_000 },
      { receiverId: a, basisPoints: 1_000 },
    ];
    await expect(shop.share(siteId, { ratios: twice })).rejects.toThrow();
    await expect(
      shop.share(siteId, { ratios: [{ receiverId: demoId('nobody'), basisPoints: 1 }] }),
    ).rejects.toThrow();
    await shop.share(siteId, { ratios: [{ receiverId: a, basisPoints: 10_000 }] });
    await expect(shop.share(siteId, { ratios: [{ receiverId: b, basisPoints: 1 }] })).rejects.toMatchObject({
      issues: [{ path: 'effectiveFrom' }],
    });
  });

  it('are never changed: a new version, a withdrawn plan and an end all stay in the history', async () => {
    const siteId = await shop.newSite();
    const a = await shop.addReceiver('甲');
    const client = await shop.merchant();
    const ratios = (basisPoints: number) => [{ receiverId: a, basisPoints }];
    await shop.share(siteId, { ratios: ratios(1_000) });
    await shop.share(siteId, { ratios: ratios(2_000), effectiveFrom: shop.tomorrow() });
    // the same day again replaces the plan
    await shop.share(siteId, { ratios: ratios(3_000), effectiveFrom: shop.tomorrow() });
    await client.call(sharingContract.endRule, { fieldId: siteId, effectiveFrom: addDays(today(), 30) });
    const rule = await client.call(sharingContract.readRule, { fieldId: siteId });
    expect(rule.versions.map(({ state, ends, sumBasisPoints }) => [state, ends, sumBasisPoints])).toEqual([
      ['planned', true, 0],
      ['planned', false, 3_000],
      ['withdrawn', false, 2_000],
      ['current', false, 1_000],
    ]);
    expect(rule.current?.effectiveTo).toBe(today());
    expect(rule.next?.sumBasisPoints).toBe(3_000);
    await client.call(sharingContract.withdrawVersion, { id: rule.next!.id });
    await expect(
      client.call(sharingContract.withdrawVersion, { id: rule.current!.id }),
    ).rejects.toMatchObject({ status: 404 });
  });

  it('saved by many for the same day leave one plan', async () => {
    const siteId = await shop.newSite();
    const a = await shop.addReceiver('甲');
    const saved = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        shop.share(siteId, {
          ratios: [{ receiverId: a, basisPoints: 100 + index }],
          effectiveFrom: addDays(today(), 3),
        }),
      ),
    );
    expect(saved.every(({ status }) => status === 'fulfilled')).toBe(true);
    const rule = await (await shop.merchant()).call(sharingContract.readRule, { fieldId: siteId });
    expect(rule.versions.filter(({ state }) => state === 'planned')).toHaveLength(1);
    expect(new Set(rule.versions.map(({ number }) => number)).size).toBe(20);
  });

  it('are tried on past figures with the same result as a run', async () => {
    const siteId = await shop.newSite();
    const a = await shop.addReceiver('甲');
    const terms = {
      deductFee: true,
      includeCash: false,
      costs: [
        { name: '场租', kind: 'perDay' as const, amountFen: 900 },
        { name: '耗材', kind: 'perOrder' as const, amountFen: 11 },
      ],
      ratios: [{ receiverId: a, basisPoints: 3_333 }],
    };
    const sold = await shop.sell(siteId, 801, 733, 1_999);
    await shop.refund(sold[1]!.id, 100);
    const client = await shop.merchant();
    const preview = await client.call(sharingContract.previewRule, { fieldId: siteId, ...terms });
    expect(preview.steps.map(({ kind, amountFen }) => [kind, amountFen])).toEqual([
      ['refund', 100],
      ['fee', 0],
      ['perDay', 900],
      ['perOrder', 33],
    ]);
    expect(preview.grossFen - 100).toBe(preview.restFen + preview.parts[0]!.amountFen);
    await shop.share(siteId, terms);
    await shop.run(siteId);
    expect(await shop.kept(a)).toBe(preview.parts[0]!.amountFen);
  });
});

describe('people', () => {
  it('with a wallet are own franchisees and the agents above, nobody else', async () => {
    const client = await shop.merchant();
    const candidates = await client.call(sharingContract.listCandidates, {});
    expect(candidates.agents.map(({ id }) => id)).toEqual([demoTenants.agent]);
    await expect(
      shop.addReceiver('别人', { kind: 'agent', way: 'wallet', agentId: demoTenants.merchant2 }),
    ).rejects.toMatchObject({ issues: [{ path: 'agentId' }] });
    await expect(
      shop.addReceiver('店员', { kind: 'franchisee', way: 'wallet', userId: demoId('user:clerk') }),
    ).rejects.toMatchObject({ issues: [{ path: 'userId' }] });
    await expect(shop.addReceiver('无钱包', { way: 'wallet' })).rejects.toMatchObject({
      issues: [{ path: 'way' }],
    });
  });

  it('are hidden only when nothing is open with them', async () => {
    const siteId = await shop.newSite();
    const a = await shop.addReceiver('甲');
    const client = await shop.merchant();
    const remove = () => client.call(sharingContract.removeReceivers, { ids: [a] });
    await shop.share(siteId, {
      ratios: [{ receiverId: a, basisPoints: 5_000 }],
      effectiveFrom: addDays(today(), 2),
    });
    await expect(remove()).rejects.toThrow();
    const rule = await client.call(sharingContract.readRule, { fieldId: siteId });
    await client.call(sharingContract.withdrawVersion, { id: rule.next!.id });
    await remove();
    await expect(client.call(sharingContract.readReceiver, { id: a })).rejects.toMatchObject({ status: 404 });
  });

  it('without a wallet are settled by hand, once for each intent and never above what is kept', async () => {
    const siteId = await shop.newSite();
    const a = await shop.addReceiver('甲');
    await shop.share(siteId, { ratios: [{ receiverId: a, basisPoints: 5_000 }] });
    await shop.sell(siteId, 1_000);
    await shop.run(siteId);
    const client = await shop.merchant();
    const settle = (amountFen: number, requestId: string) =>
      client.call(sharingContract.settleReceiver, { receiverId: a, amountFen, note: '转账', requestId });
    const once = newId();
    await Promise.all(Array.from({ length: 50 }, () => settle(200, once)));
    expect(await shop.kept(a)).toBe(300);
    await expect(settle(301, newId())).rejects.toMatchObject({ issues: [{ path: 'amountFen' }] });
    const tries = await Promise.allSettled(Array.from({ length: 50 }, () => settle(300, newId())));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await shop.kept(a)).toBe(0);
    expect(await shop.provenWrong()).toEqual([]);
  });
});

describe('statements', () => {
  it('are the receiver’s own: a franchisee and an agent see theirs, a clerk and another merchant none', async () => {
    const siteId = await shop.newSite();
    const { records } = await (await shop.merchant()).call(sharingContract.listReceivers, { size: 100 });
    const existing = (kind: string) => records.find((record) => record.kind === kind)!.id;
    const [franchisee, agent] = [existing('franchisee'), existing('agent')];
    const partner = await shop.addReceiver('合伙人');
    await shop.share(siteId, {
      ratios: [franchisee, agent, partner].map((receiverId) => ({ receiverId, basisPoints: 1_000 })),
    });
    const before = await shop.walletOf(demoTenants.agent, demoTenants.agent);
    await shop.sell(siteId, 1_000);
    await shop.run(siteId);
    expect((await shop.walletOf(demoTenants.agent, demoTenants.agent)) - before).toBe(100);

    const read = async (
      user: 'franchisee' | 'agent' | 'clerk' | 'merchant2' | 'merchant',
      receiverId: string,
    ) => (await server.as(user)).call(sharingContract.readStatement, { receiverId, month: month() });
    expect((await read('franchisee', franchisee)).earnedFen).toBeGreaterThanOrEqual(100);
    expect((await read('agent', agent)).earnedFen).toBeGreaterThanOrEqual(100);
    expect((await read('merchant', partner)).earnedFen).toBe(100);
    for (const [user, receiverId] of [
      ['franchisee', partner],
      ['franchisee', agent],
      ['agent', partner],
      ['agent', franchisee],
      ['merchant2', partner],
    ] as const)
      await expect(read(user, receiverId)).rejects.toMatchObject({ status: 404 });
    await expect(read('clerk', partner)).rejects.toThrow();
    const own = await (await server.as('franchisee')).call(sharingContract.listOwnReceivers, {});
    expect(own.map(({ id }) => id)).toEqual([franchisee]);
    await expect(
      (await server.as('franchisee')).call(sharingContract.listReceivers, {}),
    ).rejects.toMatchObject({ status: 403 });
  });
});

describe('agents’ parts of the platform’s fees', () => {
  it('are given once a day, down the tree', async () => {
    const own = await startTestServer();
    try {
      const { db } = own.services;
      const day = businessDay(own.clock.now());
      const earn = (amount: number, merchant: string) =>
        db.transaction((tx) =>
          postTransfers(tx, [
            {
              key: `test-fee:${newId()}`,
              tenantId: merchant,
              kind: 'settlement',
              legs: [
                { account: { ...platformFee, ownerId: 'test-source' }, amount: -amount },
                { account: platformFee, amount },
              ],
            },
          ]),
        );
      const wallets = async () =>
        (
          await readBalances(
            db.read,
            [demoTenants.agent, '100004'].map((id) => walletAccount(id, id, 'available')),
          )
        ).map(({ balance }) => balance);
      const fees = async (merchant: string) => {
        const [row] = await db.raw`select coalesce(sum(e.amount), 0)::int as fen from ledger_entry e
          join ledger_account a on a.id = e.account_id join ledger_transfer t on t.id = e.transfer_id
          where a.owner_kind = 'platform' and a.owner_id = 'fee' and t.tenant_id = ${merchant}
            and t.created_at >= ${startOfDay(day).toISOString()}::timestamptz`;
        return row!.fen as number;
      };
      // what the demo earned is part of the day too
      await earn(10_000 - (await fees(demoTenants.merchant2)), demoTenants.merchant2);
      await earn(1_000 - (await fees(tenantId)), tenantId);
      const before = await wallets();
      own.clock.forward(dayMs);
      await Promise.all([shareAgentFees(own.services), shareAgentFees(own.services)]);
      await shareAgentFees(own.services);
      const gained = (await wallets()).map((balance, index) => balance - before[index]!);
      // of merchant2's 10000 the topmost agent has 30 %, of which 12 % are the sub-agent's; of the other 1000 all 30 %
      expect(gained).toEqual([1_800 + 300, 1_200]);
      const admin = await own.as('admin');
      const { records } = await admin.call(sharingContract.listAgentShares, { size: 100 });
      expect(
        records
          .filter((share) => share.day === day)
          .map(({ agentId, merchantId, feeFen, amountFen }) => [agentId, merchantId, feeFen, amountFen])
          .sort(),
      ).toEqual([
        [demoTenants.agent, demoTenants.merchant, 1_000, 300],
        [demoTenants.agent, demoTenants.merchant2, 10_000, 1_800],
        ['100004', demoTenants.merchant2, 10_000, 1_200],
      ]);
      const sums = await admin.call(sharingContract.sumAgentShares, {});
      expect(sums.reduce((sum, { amountFen }) => sum + amountFen, 0)).toBe(
        records.reduce((sum, { amountFen }) => sum + amountFen, 0),
      );
    } finally {
      await own.close();
    }
  });

  it('wait until later days have made up for fees that refunds brought back', async () => {
    const { db } = server.services;
    const share = (day: string, gainedFen: number) =>
      db.transaction((tx) => shareFeesOfDay(tx, demoTenants.merchant, day, gainedFen));
    const wallet = () => shop.walletOf(demoTenants.agent, demoTenants.agent);
    const before = await wallet();
    await share('2026-01-01', -500);
    await share('2026-01-02', 300);
    expect(await wallet()).toBe(before);
    await share('2026-01-03', 700);
    await share('2026-01-03', 700);
    expect((await wallet()) - before).toBe(150);
    expect(await shop.provenWrong()).toEqual([]);
  });
});
