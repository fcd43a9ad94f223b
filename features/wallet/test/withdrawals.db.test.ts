import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contentContract } from '#features/content/contract.ts';
import { workDue } from '#features/payments/server/public.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs, hourMs } from '#kit/kernel/time.ts';
import { demoId, demoTenants } from '#kit/server/demo.ts';
import { platformScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { startTestServer, type TestServer } from '#kit/server/testing/harness.ts';
import { walletContract as wallet } from '../contract.ts';
import { withdrawalPolicy, withdrawals } from '../tables.ts';
import {
  balance,
  bindWechat,
  brokenChecks,
  earn,
  merchantId,
  outcome,
  secondAuditor,
  tally,
} from './purse.ts';

let server: TestServer;
let owner: Client;
let admin: Client;
let second: Client;
let cardId: string;

beforeAll(async () => {
  server = await startTestServer();
  [owner, admin, second] = [
    await server.as('merchant'),
    await server.as('admin'),
    await secondAuditor(server),
  ];
  const choices = await owner.call(wallet.readWithdrawalChoices, {});
  cardId = choices.cards[0]?.id as string;
  await earn(server, 100_000_00);
  // the daily limits have a test of their own
  await setPolicy({ dailyCount: 100, dailyFen: 10_000_000_00 });
});
afterAll(() => server.close());

async function setPolicy(change: Partial<typeof withdrawalPolicy.$inferSelect>): Promise<void> {
  await server.services.db.transaction((tx) =>
    tx.update(withdrawalPolicy).set(change).where(eq(withdrawalPolicy.id, 1)),
  );
}

const ask = async (amountFen: number, more: object = {}) =>
  (
    await owner.call(wallet.askWithdrawal, {
      amountFen,
      target: 'bank',
      cardId,
      requestId: newId(),
      ...more,
    })
  ).id;
const decide = (who: Client, id: string, action: 'take' | 'approve' | 'paid' | 'reject', more: object = {}) =>
  who.call(wallet.decideWithdrawal, { id, action, ...more });

async function stored(id: string) {
  const row = rows(platformScope, withdrawals);
  const [found] = await server.services.db.read.select().from(row).where(eq(row.id, id));
  if (!found) throw new Error(`no withdrawal ${id}`);
  return found;
}

const money = async () => [await balance(server, 'available'), await balance(server, 'frozen')] as const;

describe('asking', () => {
  it('freezes the money at once and tells the fee before', async () => {
    const [available, frozen] = await money();
    const quote = await owner.call(wallet.quoteWithdrawal, { amountFen: 500_00, target: 'wechat' });
    expect(quote).toEqual({ feeFen: 300, arrivesFen: 497_00, needsSecond: false });
    const id = await ask(500_00);
    expect(await money()).toEqual([available - 500_00, frozen + 500_00]);
    expect((await stored(id)).state).toBe('untreated');
  });

  it('refuses too little, too much, a foreign card and WeChat that is not bound', async () => {
    const before = await money();
    expect(await outcome(ask(9_99))).toBe('400');
    expect(await outcome(ask(before[0] + 1))).toBe('400');
    expect(await outcome(ask(100_00, { cardId: newId() }))).toBe('400');
    expect(await outcome(ask(100_00, { cardId: undefined }))).toBe('400');
    expect(await outcome(ask(100_00, { target: 'wechat', cardId: undefined }))).toBe('400');
    expect(await outcome(ask(3_000_00, { target: 'wechat', cardId: undefined }))).toBe('400');
    const clerk = await server.as('clerk');
    const asClerk = clerk.call(wallet.askWithdrawal, {
      amountFen: 100_00,
      target: 'bank',
      cardId,
      requestId: newId(),
    });
    expect(await outcome(asClerk)).toBe('403');
    expect(await money()).toEqual(before);
  });

  it('is asked for once when the call is repeated, and refused when the repeat says something else', async () => {
    const [available] = await money();
    const requestId = newId();
    const ids = await Promise.all(Array.from({ length: 20 }, () => ask(200_00, { requestId })));
    expect(new Set(ids).size).toBe(1);
    expect((await money())[0]).toBe(available - 200_00);
    expect(await outcome(ask(201_00, { requestId }))).toBe('409');
  });

  it('lets one of fifty withdraw the whole balance', async () => {
    const other = await server.as('merchant2');
    await earn(server, 800_00, { tenantId: demoTenants.merchant2, id: demoTenants.merchant2 });
    const whole = await balance(server, 'available', demoTenants.merchant2, demoTenants.merchant2);
    await bindWechat(server, other, demoTenants.merchant2, demoId('user:merchant2'));
    await setPolicy({ verifiedAboveFen: 10_000_000_00, wechatMaximumFen: 10_000_000_00 });
    const calls = Array.from({ length: 50 }, () =>
      other.call(wallet.askWithdrawal, { amountFen: whole, target: 'wechat', requestId: newId() }),
    );
    expect(await tally(calls)).toEqual({ ok: 1, '400': 49 });
    expect(await balance(server, 'frozen', demoTenants.merchant2, demoTenants.merchant2)).toBe(whole);
    await setPolicy({ verifiedAboveFen: 2_000_00, wechatMaximumFen: 2_000_00 });
  });

  it('keeps to the day’s count and sum, which refused requests do not use up', async () => {
    server.clock.forward(dayMs);
    owner = server.withToken((await server.login('merchant')).access_token);
    admin = server.withToken((await server.login('admin')).access_token);
    second = server.withToken((await server.login('auditor2')).access_token);
    await setPolicy({ dailyCount: 2, dailyFen: 1_000_00 });
    const first = await ask(600_00);
    expect(await outcome(ask(500_00))).toBe('400');
    await ask(400_00);
    expect(await outcome(ask(10_00))).toBe('400');
    await decide(admin, first, 'reject', { reason: '额度用完' });
    await ask(100_00);
    await setPolicy({ dailyCount: 100, dailyFen: 10_000_000_00 });
  });

  it('asks for a verified person above a limit', async () => {
    const other = server.withToken((await server.login('merchant2')).access_token);
    await earn(server, 5_000_00, { tenantId: demoTenants.merchant2, id: demoTenants.merchant2 });
    await setPolicy({ wechatMaximumFen: 10_000_00, verifiedAboveFen: 1_000_00 });
    const asked = (amountFen: number) =>
      outcome(other.call(wallet.askWithdrawal, { amountFen, target: 'wechat', requestId: newId() }));
    expect(await asked(1_000_01)).toBe('400');
    expect(await asked(1_000_00)).toBe('ok');
    await setPolicy({ wechatMaximumFen: 2_000_00, verifiedAboveFen: 2_000_00 });
  });

  it('takes a franchisee’s withdrawal out of the franchisee’s own wallet', async () => {
    const franchisee = server.withToken((await server.login('franchisee')).access_token);
    const id = demoId('user:franchisee');
    await earn(server, 500_00, { tenantId: merchantId, id });
    await bindWechat(server, franchisee, merchantId, id);
    const [own, main] = [await balance(server, 'available', id), await balance(server, 'available')];
    await franchisee.call(wallet.askWithdrawal, { amountFen: 100_00, target: 'wechat', requestId: newId() });
    expect(await balance(server, 'available', id)).toBe(own - 100_00);
    expect(await balance(server, 'available')).toBe(main);
    const theirs = franchisee.call(wallet.askWithdrawal, {
      walletId: merchantId,
      amountFen: 100_00,
      target: 'wechat',
      requestId: newId(),
    });
    expect(await outcome(theirs)).toBe('404');
    // the owner sees it among the franchisees' withdrawals
    const { records } = await owner.call(wallet.listFranchiseeWithdrawals, {});
    expect(records.map(({ walletId }) => walletId)).toEqual([id]);
  });
});

describe('deciding', () => {
  it('pays by bank: taken, approved, paid with the bank’s reference', async () => {
    const [available, frozen] = await money();
    const id = await ask(700_00);
    expect(await decide(admin, id, 'take')).toEqual({ state: 'processing', step: 'taken' });
    expect(await outcome(decide(second, id, 'take'))).toBe('409');
    expect(await outcome(decide(admin, id, 'paid', { bankReference: 'X1' }))).toBe('409');
    expect(await decide(admin, id, 'approve')).toEqual({ state: 'processing', step: 'toPay' });
    expect(await outcome(decide(admin, id, 'paid'))).toBe('400');
    expect(await decide(admin, id, 'paid', { bankReference: 'X1' })).toEqual({ state: 'passed', step: null });
    expect(await money()).toEqual([available - 700_00, frozen]);
    expect(await outcome(decide(admin, id, 'reject', { reason: '迟了' }))).toBe('409');
    const inbox = await owner.call(contentContract.listMessages, {});
    expect(JSON.stringify(inbox)).toContain('700.00');
    expect(await brokenChecks(server)).toEqual([]);
  });

  it('gives everything back on rejection, which needs a reason', async () => {
    const before = await money();
    const id = await ask(300_00);
    expect(await outcome(decide(admin, id, 'reject'))).toBe('400');
    await decide(admin, id, 'reject', { reason: '信息不符' });
    expect(await money()).toEqual(before);
    expect((await stored(id)).reason).toBe('信息不符');
  });

  it('needs two different people above the limit', async () => {
    const id = await ask(10_000_01);
    expect(await decide(admin, id, 'approve')).toEqual({ state: 'processing', step: 'secondApproval' });
    expect(await outcome(decide(admin, id, 'approve'))).toBe('409');
    expect(await decide(second, id, 'approve')).toEqual({ state: 'processing', step: 'toPay' });
    await decide(second, id, 'paid', { bankReference: 'X2' });
    const row = await stored(id);
    expect([row.approvedByName, row.secondByName]).toEqual(['平台管理员', '复核员']);
  });

  it('lets one of two approvers who are at it at once through, however often they try', async () => {
    const id = await ask(400_00);
    const calls = Array.from({ length: 50 }, (_, index) => decide(index % 2 ? admin : second, id, 'approve'));
    expect(await tally(calls)).toEqual({ ok: 1, '409': 49 });
    const paid = Array.from({ length: 50 }, () => decide(admin, id, 'paid', { bankReference: 'X3' }));
    expect(await tally(paid)).toEqual({ ok: 1, '409': 49 });
    expect(await brokenChecks(server)).toEqual([]);
  });

  it('ends in one way when approval and rejection meet', async () => {
    for (let round = 0; round < 5; round++) {
      const before = await money();
      const id = await ask(100_00);
      const calls = Array.from({ length: 20 }, (_, index) =>
        index % 2 ? decide(admin, id, 'reject', { reason: '试' }) : decide(second, id, 'approve'),
      );
      await tally(calls);
      const { state, step } = await stored(id);
      // approved and then rejected before it was paid is one way too: what counts is that the money agrees
      expect([state, step]).toEqual(['rejected', null]);
      expect(await money()).toEqual(before);
    }
    expect(await brokenChecks(server)).toEqual([]);
  });

  it('shows the whole card number to the platform only, and logs the look', async () => {
    const id = await ask(100_00);
    const card = await admin.call(wallet.revealPayee, { id });
    expect(card.number).toMatch(/^\d{16,19}$/);
    expect(await outcome(owner.call(wallet.revealPayee, { id }))).toBe('403');
    const looks = await server.services.db.raw`
      select 1 from audit_entry where action like 'onboarding.%' and user_name = '平台管理员'`;
    expect(looks.length).toBeGreaterThan(0);
  });
});

describe('payouts by WeChat', () => {
  const simulated = () => {
    const found = server.services.demoPay.wechat;
    if (!found) throw new Error('no simulated WeChat');
    return found.control;
  };
  const outBillNo = () => {
    const waiting = simulated()
      .transfers()
      .filter(({ state }) => state === 'WAIT_USER_CONFIRM');
    return waiting.at(-1)?.outBillNo as string;
  };
  const settle = async (done: () => Promise<boolean>) => {
    for (let turn = 0; turn < 50 && !(await done()); turn++) {
      server.clock.forward(hourMs / 30);
      await workDue(server.services);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  beforeEach(async () => {
    owner = server.withToken((await server.login('merchant')).access_token);
    admin = server.withToken((await server.login('admin')).access_token);
    await bindWechat(server, owner, merchantId, demoId('user:merchant'));
  });

  it('waits for the person, passes, and then the fee is the platform’s', async () => {
    const [available, frozen] = await money();
    const id = await ask(1_000_00, { target: 'wechat', cardId: undefined });
    expect(await decide(admin, id, 'approve')).toEqual({ state: 'processing', step: 'paying' });
    expect(await outcome(decide(admin, id, 'reject', { reason: '晚了' }))).toBe('409');
    await settle(async () => (await stored(id)).step === 'confirm');
    const mine = await owner.call(wallet.listWithdrawals, { size: 100 });
    expect(mine.records.find((row) => row.id === id)?.confirm?.package).toBeTruthy();
    const theirs = await admin.call(wallet.listWithdrawals, { size: 100 });
    expect(theirs.records.find((row) => row.id === id)?.confirm).toBeNull();
    expect(await brokenChecks(server)).toEqual([]);
    simulated().confirmTransfer(outBillNo());
    await settle(async () => (await stored(id)).state === 'passed');
    expect((await stored(id)).state).toBe('passed');
    expect(await money()).toEqual([available - 1_000_00, frozen]);
    expect(await brokenChecks(server)).toEqual([]);
  });

  it('stands in the queue again when the payout failed, and can be rejected then', async () => {
    const before = await money();
    const id = await ask(800_00, { target: 'wechat', cardId: undefined });
    await decide(admin, id, 'approve');
    await settle(async () => (await stored(id)).step === 'confirm');
    server.clock.forward(dayMs + hourMs);
    await settle(async () => (await stored(id)).state === 'untreated');
    const row = await stored(id);
    expect(row.state).toBe('untreated');
    expect(row.failure).not.toBe('');
    expect(await brokenChecks(server)).toEqual([]);
    const again = server.withToken((await server.login('admin')).access_token);
    await decide(again, id, 'reject', { reason: '本人未确认' });
    expect(await money()).toEqual(before);
    expect(await brokenChecks(server)).toEqual([]);
  });
});
