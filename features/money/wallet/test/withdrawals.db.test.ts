import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onboardingContract } from '#features/money/onboarding/contract.ts';
import { passPapers } from '#features/money/onboarding/test/papers.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs, minuteMs } from '#kit/kernel/time.ts';
import { demoId, demoPassword, demoTenants } from '#kit/server/demo.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { walletContract as wallet } from '../contract.ts';
import { askWithdrawal } from '../server/ask-withdrawal.ts';
import { type Desk, openDesk, proven } from './desk.ts';
import { balance, bindWechat, brokenChecks, earn, merchantId, outcome, tally } from './purse.ts';

let desk: Desk;
let password: string;
beforeAll(async () => {
  desk = await openDesk();
  password = desk.server.encrypt(demoPassword);
});
afterAll(() => desk.server.close());

describe('asking', () => {
  it('freezes the money at once and tells the fee before', async () => {
    const [available, frozen] = await desk.money();
    const quote = await desk.owner.call(wallet.quoteWithdrawal, { amountFen: 500_00, target: 'wechat' });
    expect(quote).toEqual({ feeFen: 300, arrivesFen: 497_00, needsSecond: false });
    const id = await desk.ask(500_00);
    expect(await desk.money()).toEqual([available - 500_00, frozen + 500_00]);
    expect((await desk.stored(id)).state).toBe('untreated');
  });

  it('refuses too little, too much, a foreign card and WeChat that is not bound', async () => {
    const before = await desk.money();
    expect(await outcome(desk.ask(9_99))).toBe('400');
    expect(await outcome(desk.ask(before[0] + 1))).toBe('400');
    expect(await outcome(desk.ask(100_00, { cardId: newId() }))).toBe('400');
    expect(await outcome(desk.ask(100_00, { cardId: undefined }))).toBe('400');
    expect(await outcome(desk.ask(100_00, { target: 'wechat', cardId: undefined }))).toBe('400');
    expect(await outcome(desk.ask(3_000_00, { target: 'wechat', cardId: undefined }))).toBe('400');
    const clerk = await desk.server.as('clerk');
    const asClerk = clerk.call(wallet.askWithdrawal, {
      amountFen: 100_00,
      target: 'bank',
      cardId: newId(),
      requestId: newId(),
      password,
    });
    expect(await outcome(asClerk)).toBe('403');
    expect(await desk.money()).toEqual(before);
  });

  it('is asked for once when the call is repeated, and refused when the repeat says something else', async () => {
    const [available] = await desk.money();
    const requestId = newId();
    const ids = await Promise.all(Array.from({ length: 20 }, () => desk.askProven(200_00, { requestId })));
    ids.push(...(await Promise.all(Array.from({ length: 20 }, () => desk.ask(200_00, { requestId })))));
    expect(new Set(ids).size).toBe(1);
    expect((await desk.money())[0]).toBe(available - 200_00);
    expect(await outcome(desk.ask(201_00, { requestId }))).toBe('409');
  });

  it('needs the password of the caller: a wrong one moves nothing and counts as at the log-in', async () => {
    const before = await desk.money();
    const wrong = () => desk.ask(100_00, { password: desk.server.encrypt('Wrong1234') });
    expect(await refusalOf(desk.ask(100_00, { password: '' }))).toBe('kit:validation.required');
    expect(await refusalOf(wrong())).toBe('accounts:error.wrongPassword');
    // the right one forgives
    const id = await desk.ask(100_00);
    await desk.owner.call(wallet.cancelWithdrawal, { id });
    for (let guess = 0; guess < 3; guess += 1)
      expect(await refusalOf(wrong())).toBe('accounts:error.wrongPassword');
    expect(await refusalOf(desk.ask(100_00))).toBe('accounts:error.captchaRequired');
    expect(await desk.money()).toEqual(before);
    // and after half an hour it may be tried again
    desk.server.clock.forward(31 * minuteMs);
    await desk.logIn();
    await desk.owner.call(wallet.cancelWithdrawal, { id: await desk.ask(100_00) });
    expect(await desk.money()).toEqual(before);
  });

  it('lets one of fifty withdraw the whole balance', async () => {
    const other = await desk.server.as('merchant2');
    await earn(desk.server, 800_00, { tenantId: demoTenants.merchant2, id: demoTenants.merchant2 });
    const whole = await balance(desk.server, 'available', demoTenants.merchant2, demoTenants.merchant2);
    await bindWechat(desk.server, other, demoTenants.merchant2, demoId('user:merchant2'));
    await passPapers(desk.server, 'merchant2');
    await desk.setPolicy({ verifiedAboveFen: 10_000_000_00, wechatMaximumFen: 10_000_000_00 });
    const context = await proven(desk.server, 'merchant2', demoTenants.merchant2);
    const calls = Array.from({ length: 50 }, () =>
      refusalOf(askWithdrawal(context, { amountFen: whole, target: 'wechat', requestId: newId() })),
    );
    const said = await Promise.all(calls);
    expect(said.filter((answer) => answer === 'done')).toHaveLength(1);
    expect(said.filter((answer) => answer === 'wallet:error.aboveAvailable')).toHaveLength(49);
    expect(await balance(desk.server, 'frozen', demoTenants.merchant2, demoTenants.merchant2)).toBe(whole);
    await desk.setPolicy({ verifiedAboveFen: 2_000_00, wechatMaximumFen: 2_000_00 });
  });

  it('keeps to the day’s count and sum, which refused requests do not use up', async () => {
    desk.server.clock.forward(dayMs);
    await desk.logIn();
    await desk.setPolicy({ dailyCount: 2, dailyFen: 1_000_00 });
    const first = await desk.ask(600_00);
    expect(await outcome(desk.ask(500_00))).toBe('400');
    await desk.ask(400_00);
    expect(await outcome(desk.ask(10_00))).toBe('400');
    await desk.decide(desk.admin, first, 'reject', { reason: '额度用完' });
    await desk.ask(100_00);
    await desk.setPolicy({ dailyCount: 100, dailyFen: 10_000_000_00 });
  });

  it('counts a day’s limits for the owner, however many wallets there are', async () => {
    desk.server.clock.forward(dayMs);
    await desk.logIn();
    await desk.setPolicy({ dailyCount: 3, dailyFen: 1_000_00 });
    const walletIds: string[] = [];
    for (const name of ['一', '二', '三']) {
      const { id } = await desk.owner.call(wallet.saveWallet, { name: `分账户${name}` });
      await earn(desk.server, 500_00, { tenantId: merchantId, id });
      walletIds.push(id);
    }
    await desk.ask(100_00);
    await desk.ask(100_00, { walletId: walletIds[0] });
    expect(await refusalOf(desk.ask(400_00, { walletId: walletIds[1] }))).toBe('done');
    expect(await refusalOf(desk.ask(10_00, { walletId: walletIds[2] }))).toBe('wallet:error.dailyCount');
    await desk.setPolicy({ dailyCount: 100 });
    expect(await refusalOf(desk.ask(400_01, { walletId: walletIds[2] }))).toBe('wallet:error.dailyAmount');
    const choices = await desk.owner.call(wallet.readWithdrawalChoices, { walletId: walletIds[2] });
    expect(choices.leftFen).toBe(400_00);
    // a franchisee is a separate owner
    await desk.setPolicy({ dailyCount: 3, dailyFen: 1_000_00 });
    const franchisee = await desk.server.logIn('franchisee');
    expect((await franchisee.call(wallet.readWithdrawalChoices, {})).leftCount).toBe(3);
    await desk.setPolicy({ dailyCount: 100, dailyFen: 10_000_000_00 });
  });

  it('asks for a verified person above a limit, which counts all the owner ever asked for', async () => {
    const unverified = { account: 'candybox', tenantId: '100006' };
    const other = desk.server.withToken((await desk.server.login(unverified.account)).access_token);
    // a card of an owner who is not verified: bound before names were asked for
    await passPapers(desk.server, unverified.account);
    await desk.server.services.db
      .raw`update business_submission set state = 'rejected', reason = '试' where tenant_id = ${unverified.tenantId}`;
    const cardId = (await other.call(onboardingContract.listCards, {})).cards[0]?.id as string;
    await earn(desk.server, 5_000_00, { tenantId: unverified.tenantId, id: unverified.tenantId });
    await desk.setPolicy({ verifiedAboveFen: 1_000_00 });
    const asked = (amountFen: number) =>
      outcome(
        other.call(wallet.askWithdrawal, { amountFen, target: 'bank', cardId, requestId: newId(), password }),
      );
    expect(await asked(1_000_01)).toBe('400');
    expect(await asked(600_00)).toBe('ok');
    // in parts it is no less
    expect(await asked(400_01)).toBe('400');
    expect(await asked(400_00)).toBe('ok');
    expect(await asked(10_00)).toBe('400');
    await desk.setPolicy({ verifiedAboveFen: 2_000_00 });
  });

  it('goes to WeChat only where that is open, and writes nothing otherwise', async () => {
    const franchisee = desk.server.withToken((await desk.server.login('franchisee')).access_token);
    const id = demoId('user:franchisee');
    await earn(desk.server, 300_00, { tenantId: merchantId, id });
    await bindWechat(desk.server, franchisee, merchantId, id);
    const before = await balance(desk.server, 'available', id);
    const ask = () =>
      refusalOf(
        franchisee.call(wallet.askWithdrawal, {
          amountFen: 50_00,
          target: 'wechat',
          requestId: newId(),
          password,
        }),
      );
    expect((await franchisee.call(wallet.readWithdrawalChoices, {})).wechat).toMatchObject({
      open: false,
      name: null,
    });
    expect(await ask()).toBe('onboarding:error.closed.transfer');
    expect(await balance(desk.server, 'available', id)).toBe(before);
    await passPapers(desk.server, 'franchisee');
    expect(await ask()).toBe('done');
    expect(await balance(desk.server, 'available', id)).toBe(before - 50_00);
  });

  it('takes a franchisee’s withdrawal out of the franchisee’s own wallet', async () => {
    const franchisee = desk.server.withToken((await desk.server.login('franchisee')).access_token);
    const id = demoId('user:franchisee');
    await earn(desk.server, 500_00, { tenantId: merchantId, id });
    await passPapers(desk.server, 'franchisee');
    await bindWechat(desk.server, franchisee, merchantId, id);
    const [own, main] = [
      await balance(desk.server, 'available', id),
      await balance(desk.server, 'available'),
    ];
    await franchisee.call(wallet.askWithdrawal, {
      amountFen: 100_00,
      target: 'wechat',
      requestId: newId(),
      password,
    });
    expect(await balance(desk.server, 'available', id)).toBe(own - 100_00);
    expect(await balance(desk.server, 'available')).toBe(main);
    const theirs = franchisee.call(wallet.askWithdrawal, {
      walletId: merchantId,
      amountFen: 100_00,
      target: 'wechat',
      requestId: newId(),
      password,
    });
    expect(await outcome(theirs)).toBe('404');
    // the owner sees it among the franchisees' withdrawals
    const { records } = await desk.owner.call(wallet.listFranchiseeWithdrawals, {});
    expect(new Set(records.map(({ walletId }) => walletId))).toEqual(new Set([id]));
  });
});

describe('taking a request back', () => {
  const cancel = (id: string, who = desk.owner) => who.call(wallet.cancelWithdrawal, { id });
  const shown = async (id: string, who = desk.owner) =>
    (await who.call(wallet.listWithdrawals, { size: 100 })).records.find((row) => row.id === id);

  it('frees the money at once, and the platform can do nothing with it any more', async () => {
    const before = await desk.money();
    const id = await desk.ask(900_00);
    expect(await shown(id)).toMatchObject({ state: 'untreated', cancellable: true });
    expect(await cancel(id)).toEqual({ state: 'cancelled' });
    expect(await desk.money()).toEqual(before);
    expect(await shown(id)).toMatchObject({
      state: 'cancelled',
      cancellable: false,
      decidedByName: '陈立新',
    });
    for (const action of ['take', 'approve', 'reject'] as const)
      expect(await outcome(desk.decide(desk.admin, id, action, { reason: '晚了' }))).toBe('409');
    expect(await outcome(cancel(id))).toBe('409');
    const [entry] = await desk.server.services.db.raw`
      select 1 from audit_entry where action = 'wallet.cancelWithdrawal' and entity_id = ${id}`;
    expect(entry).toBeDefined();
    expect(await brokenChecks(desk.server)).toEqual([]);
  });

  it('is too late once somebody has taken it on', async () => {
    const id = await desk.ask(150_00);
    await desk.decide(desk.admin, id, 'take');
    const before = await desk.money();
    expect(await shown(id)).toMatchObject({ cancellable: false });
    expect(await outcome(cancel(id))).toBe('409');
    expect(await desk.money()).toEqual(before);
  });

  it('is for who may spend from the wallet', async () => {
    const id = await desk.ask(160_00);
    const other = desk.server.withToken((await desk.server.login('merchant2')).access_token);
    const franchisee = desk.server.withToken((await desk.server.login('franchisee')).access_token);
    const clerk = desk.server.withToken((await desk.server.login('clerk')).access_token);
    expect(await outcome(cancel(id, other))).toBe('404');
    expect(await outcome(cancel(id, franchisee))).toBe('404');
    expect(await outcome(cancel(id, clerk))).toBe('403');
    expect(await outcome(cancel(id, desk.admin))).toBe('403');
    expect(await outcome(cancel(newId()))).toBe('404');
    expect((await desk.stored(id)).state).toBe('untreated');
    // and the owner sees a franchisee's request but leaves it to the franchisee
    await earn(desk.server, 500_00, { tenantId: merchantId, id: demoId('user:franchisee') });
    await passPapers(desk.server, 'franchisee');
    await bindWechat(desk.server, franchisee, merchantId, demoId('user:franchisee'));
    const asked = { amountFen: 50_00, target: 'wechat' as const, requestId: newId(), password };
    const theirs = (await franchisee.call(wallet.askWithdrawal, asked)).id;
    expect(await shown(theirs)).toMatchObject({ cancellable: false });
    expect(await outcome(cancel(theirs))).toBe('404');
    expect(await cancel(theirs, franchisee)).toEqual({ state: 'cancelled' });
  });

  it('counts no more towards the limits of the day', async () => {
    desk.server.clock.forward(dayMs);
    await desk.logIn();
    await desk.setPolicy({ dailyCount: 1, dailyFen: 500_00 });
    const id = await desk.ask(500_00);
    expect(await outcome(desk.ask(100_00))).toBe('400');
    await cancel(id);
    expect(await outcome(desk.ask(500_00))).toBe('ok');
    await desk.setPolicy({ dailyCount: 100, dailyFen: 10_000_000_00 });
  });

  it('and a decision that come together, fifty at once, end it in one way', async () => {
    for (let round = 0; round < 6; round++) {
      const before = await desk.money();
      const id = await desk.ask(100_00);
      const calls = Array.from({ length: 50 }, (_, index) =>
        (index + round) % 2 ? cancel(id) : desk.decide(desk.admin, id, 'reject', { reason: '试' }),
      );
      expect(await tally(calls)).toEqual({ ok: 1, '409': 49 });
      const { state } = await desk.stored(id);
      expect(['cancelled', 'rejected']).toContain(state);
      expect(await desk.money()).toEqual(before);
    }
    const taken = await desk.ask(100_00);
    const [, frozen] = await desk.money();
    const calls = [
      desk.decide(desk.admin, taken, 'take'),
      ...Array.from({ length: 49 }, () => cancel(taken)),
    ];
    await tally(calls);
    const { state } = await desk.stored(taken);
    expect((await desk.money())[1]).toBe(state === 'cancelled' ? frozen - 100_00 : frozen);
    expect(await brokenChecks(desk.server)).toEqual([]);
  });
});
