import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contentContract } from '#features/base/content/contract.ts';
import { teamContract } from '#features/base/team/contract.ts';
import { workDue } from '#features/money/payments/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs, hourMs } from '#kit/kernel/time.ts';
import { demoId } from '#kit/server/demo.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { walletContract as wallet } from '../contract.ts';
import { type Desk, openDesk } from './desk.ts';
import { bindWechat, brokenChecks, hireAuditor, merchantId, outcome, tally } from './purse.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.server.close());

describe('deciding', () => {
  it('pays by bank: taken, approved, paid with the bank’s reference', async () => {
    const [available, frozen] = await desk.money();
    const id = await desk.ask(700_00);
    expect(await desk.decide(desk.admin, id, 'take')).toEqual({ state: 'processing', step: 'taken' });
    expect(await outcome(desk.decide(desk.second, id, 'take'))).toBe('409');
    expect(await outcome(desk.decide(desk.admin, id, 'paid', { bankReference: 'X1' }))).toBe('409');
    expect(await desk.decide(desk.admin, id, 'approve')).toEqual({ state: 'processing', step: 'toPay' });
    expect(await outcome(desk.decide(desk.admin, id, 'paid'))).toBe('400');
    expect(await desk.decide(desk.admin, id, 'paid', { bankReference: 'X1' })).toEqual({
      state: 'passed',
      step: null,
    });
    expect(await desk.money()).toEqual([available - 700_00, frozen]);
    expect(await outcome(desk.decide(desk.admin, id, 'reject', { reason: '迟了' }))).toBe('409');
    const inbox = await desk.owner.call(contentContract.listMessages, {});
    expect(JSON.stringify(inbox)).toContain('700.00');
    expect(await brokenChecks(desk.server)).toEqual([]);
  });

  it('gives everything back on rejection, which needs a reason', async () => {
    const before = await desk.money();
    const id = await desk.ask(300_00);
    expect(await outcome(desk.decide(desk.admin, id, 'reject'))).toBe('400');
    await desk.decide(desk.admin, id, 'reject', { reason: '信息不符' });
    expect(await desk.money()).toEqual(before);
    expect((await desk.stored(id)).reason).toBe('信息不符');
  });

  it('needs two different people above the limit', async () => {
    const id = await desk.ask(10_000_01);
    expect(await desk.decide(desk.admin, id, 'approve')).toEqual({
      state: 'processing',
      step: 'secondApproval',
    });
    expect(await outcome(desk.decide(desk.admin, id, 'approve'))).toBe('409');
    expect(await desk.decide(desk.second, id, 'approve')).toEqual({ state: 'processing', step: 'toPay' });
    await desk.decide(desk.second, id, 'paid', { bankReference: 'X2' });
    const row = await desk.stored(id);
    expect([row.approvedByName, row.secondByName]).toEqual(['平台管理员', '复核员']);
  });

  it('needs two people where what one has passed alone adds up past the limit', async () => {
    desk.server.clock.forward(dayMs);
    await desk.logIn();
    const first = await desk.ask(6_000_00);
    expect((await desk.decide(desk.admin, first, 'approve')).step).toBe('toPay');
    const together = await Promise.all(Array.from({ length: 4 }, () => desk.askProven(2_500_00)));
    const steps = await Promise.all(
      together.map(
        async (id, index) => (await desk.decide(index % 2 ? desk.second : desk.admin, id, 'approve')).step,
      ),
    );
    expect(steps.toSorted()).toEqual(['secondApproval', 'secondApproval', 'secondApproval', 'toPay']);
    for (const id of [first, ...together]) await desk.decide(desk.admin, id, 'reject', { reason: '试' });
  });

  it('takes no word of an account that was made, or taken over, a few days ago', async () => {
    const puppet = await hireAuditor(desk.server, 'puppet', '新账号');
    const { state } = await puppet.call(wallet.adjustMoney, {
      tenantId: merchantId,
      direction: 'return',
      amountFen: 100,
      reason: '试',
      requestId: newId(),
    });
    expect(state).toBe('waiting');
    const large = await desk.ask(10_000_01);
    await desk.decide(desk.admin, large, 'approve');
    expect(await refusalOf(desk.decide(puppet, large, 'approve'))).toBe('wallet:error.tooNew');
    expect((await desk.stored(large)).step).toBe('secondApproval');
    // days later it counts, until somebody else sets its password
    desk.server.clock.forward(7 * dayMs);
    await desk.logIn();
    const userIds = [String((await desk.server.login('puppet')).user_id)];
    const [reset] = await desk.admin.call(teamContract.resetStaffPasswords, { userIds });
    const seized = desk.server.withToken((await desk.server.login('puppet', reset?.password)).access_token);
    expect(await refusalOf(desk.decide(seized, large, 'approve'))).toBe('wallet:error.tooNew');
    desk.server.clock.forward(7 * dayMs);
    await desk.logIn();
    const later = desk.server.withToken((await desk.server.login('puppet', reset?.password)).access_token);
    expect((await desk.decide(later, large, 'approve')).step).toBe('toPay');
    await desk.decide(desk.admin, large, 'reject', { reason: '试' });
    expect(await brokenChecks(desk.server)).toEqual([]);
  });

  it('lets one of two approvers who are at it at once through, however often they try', async () => {
    const id = await desk.ask(400_00);
    const calls = Array.from({ length: 50 }, (_, index) =>
      desk.decide(index % 2 ? desk.admin : desk.second, id, 'approve'),
    );
    expect(await tally(calls)).toEqual({ ok: 1, '409': 49 });
    const paid = Array.from({ length: 50 }, () =>
      desk.decide(desk.admin, id, 'paid', { bankReference: 'X3' }),
    );
    expect(await tally(paid)).toEqual({ ok: 1, '409': 49 });
    expect(await brokenChecks(desk.server)).toEqual([]);
  });

  it('ends in one way when approval and rejection meet', async () => {
    for (let round = 0; round < 5; round++) {
      const before = await desk.money();
      const id = await desk.ask(100_00);
      const calls = Array.from({ length: 20 }, (_, index) =>
        index % 2
          ? desk.decide(desk.admin, id, 'reject', { reason: '试' })
          : desk.decide(desk.second, id, 'approve'),
      );
      await tally(calls);
      const { state, step } = await desk.stored(id);
      // approved and then rejected before it was paid is one way too: what counts is that the money agrees
      expect([state, step]).toEqual(['rejected', null]);
      expect(await desk.money()).toEqual(before);
    }
    expect(await brokenChecks(desk.server)).toEqual([]);
  });

  it('shows the whole card number to the platform only, and logs the look', async () => {
    const id = await desk.ask(100_00);
    const card = await desk.admin.call(wallet.revealPayee, { id });
    expect(card.number).toMatch(/^\d{16,19}$/);
    expect(await outcome(desk.owner.call(wallet.revealPayee, { id }))).toBe('403');
    const looks = await desk.server.services.db.raw`
      select 1 from audit_entry where action like 'onboarding.%' and user_name = '平台管理员'`;
    expect(looks.length).toBeGreaterThan(0);
  });
});

describe('payouts by WeChat', () => {
  const simulated = () => {
    const found = desk.server.services.demoPay.wechat;
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
      desk.server.clock.forward(hourMs / 30);
      await workDue(desk.server.services);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  beforeEach(async () => {
    await desk.logIn();
    await bindWechat(desk.server, desk.owner, merchantId, demoId('user:merchant'));
  });

  it('waits for the person, passes, and then the fee is the platform’s', async () => {
    const [available, frozen] = await desk.money();
    const id = await desk.ask(1_000_00, { target: 'wechat', cardId: undefined });
    expect(await desk.decide(desk.admin, id, 'approve')).toEqual({ state: 'processing', step: 'paying' });
    expect(await outcome(desk.decide(desk.admin, id, 'reject', { reason: '晚了' }))).toBe('409');
    await settle(async () => (await desk.stored(id)).step === 'confirm');
    const mine = await desk.owner.call(wallet.listWithdrawals, { size: 100 });
    expect(mine.records.find((row) => row.id === id)?.confirm?.package).toBeTruthy();
    const theirs = await desk.admin.call(wallet.listWithdrawals, { size: 100 });
    expect(theirs.records.find((row) => row.id === id)?.confirm).toBeNull();
    expect(await brokenChecks(desk.server)).toEqual([]);
    simulated().confirmTransfer(outBillNo());
    await settle(async () => (await desk.stored(id)).state === 'passed');
    expect((await desk.stored(id)).state).toBe('passed');
    expect(await desk.money()).toEqual([available - 1_000_00, frozen]);
    expect(await brokenChecks(desk.server)).toEqual([]);
  });

  it('stands in the queue again when the payout failed, and can be rejected then', async () => {
    const before = await desk.money();
    const id = await desk.ask(800_00, { target: 'wechat', cardId: undefined });
    await desk.decide(desk.admin, id, 'approve');
    await settle(async () => (await desk.stored(id)).step === 'confirm');
    desk.server.clock.forward(dayMs + hourMs);
    await settle(async () => (await desk.stored(id)).state === 'untreated');
    const row = await desk.stored(id);
    expect(row.state).toBe('untreated');
    expect(row.failure).not.toBe('');
    expect(await brokenChecks(desk.server)).toEqual([]);
    const again = desk.server.withToken((await desk.server.login('admin')).access_token);
    await desk.decide(again, id, 'reject', { reason: '本人未确认' });
    expect(await desk.money()).toEqual(before);
    expect(await brokenChecks(desk.server)).toEqual([]);
  });

  describe('that WeChat pays after they had failed', () => {
    async function failed(amountFen: number) {
      const id = await desk.ask(amountFen, { target: 'wechat', cardId: undefined });
      await desk.decide(desk.admin, id, 'approve');
      await settle(async () => (await desk.stored(id)).step === 'confirm');
      const billNo = outBillNo();
      desk.server.clock.forward(dayMs + hourMs);
      await settle(async () => (await desk.stored(id)).state === 'untreated');
      await desk.logIn();
      return { id, billNo };
    }
    async function paidLate(billNo: string, amountFen: number): Promise<void> {
      const { headers, body } = simulated().notice({
        eventType: 'MCHTRANSFER.BILL.FINISHED',
        summary: '商家转账单据终态通知',
        originalType: 'mch_payment',
        plain: {
          mchid: desk.server.services.channels.wechat?.merchantId,
          out_bill_no: billNo,
          transfer_bill_no: `late${billNo}`.slice(0, 32),
          state: 'SUCCESS',
          transfer_amount: amountFen,
          create_time: desk.server.clock.now().toISOString(),
          update_time: desk.server.clock.now().toISOString(),
        },
      });
      const answer = await desk.server.app.inject({
        method: 'POST',
        url: '/api/pay/notify/wechat',
        headers: { ...headers },
        payload: body,
      });
      expect(answer.statusCode).toBe(200);
    }
    const told = (billNo: string) =>
      desk.server.services.db.raw`select 1 from system_message where body_en like ${`%${billNo}%`}`;

    it('have passed, while the money is still frozen for them', async () => {
      const [available, frozen] = await desk.money();
      const { id, billNo } = await failed(500_00);
      for (let time = 0; time < 2; time++) await paidLate(billNo, 497_00);
      expect((await desk.stored(id)).state).toBe('passed');
      expect(await desk.money()).toEqual([available - 500_00, frozen]);
      expect(await told(billNo)).toEqual([]);
      expect(await brokenChecks(desk.server)).toEqual([]);
    });

    it('are the platform’s to take back once the money was given back', async () => {
      const before = await desk.money();
      const { id, billNo } = await failed(500_00);
      await desk.decide(desk.admin, id, 'reject', { reason: '本人未确认' });
      await paidLate(billNo, 497_00);
      expect((await desk.stored(id)).state).toBe('rejected');
      expect(await desk.money()).toEqual(before);
      expect(await told(billNo)).toHaveLength(1);
      expect(await brokenChecks(desk.server)).toEqual([]);
    });
  });
});
