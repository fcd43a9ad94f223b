import { describe, expect, it } from 'vitest';
import {
  type AccountName,
  owedAccount,
  postTransfers,
  prove,
  walletAccount,
} from '#features/money/ledger/server/public.ts';
import { walletContract } from '#features/money/wallet/contract.ts';
import { walletChecks } from '#features/money/wallet/server/checks.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { demoId, demoPassword } from '#kit/server/demo.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { ordersContract as calls } from '../contract.ts';
import { createOrder } from '../server/making/create-order.ts';
import { answerOf } from '../server/paying/payer.ts';
import { automaticSite, openArcade, playerId, tenantId } from './arcade.ts';

const arcade = staged(openArcade, (it) => it.close());

it('a merchant tops up the wallet and pays the fee of the platform, as for any payment', async () => {
  const staff = await arcade.staff();
  const before = await arcade.wallet('available');
  const topUp = await staff.call(calls.topUpWallet, { amount: '123.45', type: 'sms', payWay: 'wechat' });
  expect(topUp.url).toBeTruthy();
  await arcade.pay(topUp.orderNumber);
  expect(await arcade.order(topUp.orderNumber)).toMatchObject({
    state: 'fulfilled',
    kind: 'topup',
    feeFen: 74,
  });
  expect(await arcade.wallet('available')).toBe(before + 12_345 - 74);
  expect(await arcade.broken()).toEqual([]);
});

it('and pays the deposit, which stands apart', async () => {
  const staff = await arcade.staff();
  const [available, deposit] = [await arcade.wallet('available'), await arcade.wallet('deposit')];
  const paid = await staff.call(calls.topUpWallet, { amountFen: 50_000, type: 'deposit', payWay: 'wechat' });
  await arcade.pay(paid.orderNumber);
  expect(await arcade.order(paid.orderNumber)).toMatchObject({ state: 'fulfilled', kind: 'deposit' });
  expect(await arcade.wallet('deposit')).toBe(deposit + 50_000 - 300);
  expect(await arcade.wallet('available')).toBe(available);
  expect(await arcade.broken()).toEqual([]);
});

const proofOfWallets = async () => {
  const proof = await prove(arcade.server.services.db, arcade.server.clock.now(), walletChecks);
  return proof.checks.filter(({ holds }) => !holds).map(({ name, examples }) => `${name}: ${examples}`);
};

describe('topped-up money', () => {
  const ask = (staff: Client, more: object = {}) =>
    refusalOf(
      staff.call(walletContract.askWithdrawal, {
        ...wish,
        requestId: newId(),
        password: arcade.server.encrypt(demoPassword),
        ...more,
      }),
    );
  const wish = { amountFen: 0, target: 'bank' as const, cardId: '' };

  it('is no way from a credit card to a bank account: it stays for some days, in whichever wallet it is', async () => {
    arcade.server.clock.forward(10 * dayMs);
    const staff = await arcade.staff();
    const choices = () => staff.call(walletContract.readWithdrawalChoices, {});
    const { cards } = await choices();
    wish.cardId = cards[0]?.id as string;
    expect((await choices()).heldFen).toBe(0);
    const { orderNumber } = await staff.call(calls.topUpWallet, { amount: '20000', payWay: 'wechat' });
    await arcade.pay(orderNumber);
    expect((await choices()).heldFen).toBe(20_000_00 - 120_00);
    const { freeFen } = await choices();
    expect(await ask(staff, { amountFen: freeFen + 1 })).toBe('wallet:error.toppedUp');
    const { id: walletId } = await staff.call(walletContract.saveWallet, { name: '备用' });
    const move = (toWalletId: string) =>
      refusalOf(
        staff.call(walletContract.transferMoney, { toWalletId, amountFen: 19_000_00, requestId: newId() }),
      );
    expect(await move(demoId('user:franchisee'))).toBe('wallet:error.toppedUp');
    expect(await move(walletId)).toBe('done');
    expect(await ask(staff, { walletId, amountFen: 19_000_00 })).toBe('wallet:error.toppedUp');
    arcade.server.clock.forward(7 * dayMs);
    expect(await ask(await arcade.staff(), { walletId, amountFen: 19_000_00 })).toBe('done');
    expect(await arcade.broken()).toEqual([]);
  });

  it('of many transfers, withdrawals and refunds at once no more is sent out than is free', async () => {
    arcade.server.clock.forward(10 * dayMs);
    const staff = await arcade.staff();
    const { orderNumber } = await staff.call(calls.topUpWallet, { amount: '20000', payWay: 'wechat' });
    await arcade.pay(orderNumber);
    const machine = await arcade.machine();
    const player = await arcade.player();
    const sold = await player.call(calls.payForDevice, {
      equipmentId: machine.code,
      number: 1,
      payWay: '01',
    });
    await arcade.pay(sold.orderNumber);
    await arcade.answer(machine, { state: 'done', asked: 1, counted: 1 });
    const free = async () => (await staff.call(walletContract.readWithdrawalChoices, {})).freeFen;
    const part = Math.floor((await free()) / 2);
    const franchisee = () => arcade.balance(walletAccount(tenantId, demoId('user:franchisee'), 'available'));
    const before = await franchisee();
    const send = (amountFen: number) =>
      refusalOf(
        staff.call(walletContract.transferMoney, {
          toWalletId: demoId('user:franchisee'),
          amountFen,
          requestId: newId(),
        }),
      );
    const done = await Promise.all([
      ...Array.from({ length: 12 }, () => send(part)),
      ...Array.from({ length: 2 }, () => ask(staff, { amountFen: part })),
      refusalOf(staff.call(calls.refundByNumber, { orderNumber: sold.orderNumber, reason: 'race' })),
    ]);
    expect(done.slice(0, 14).filter((key) => key === 'done')).toHaveLength(2);
    expect((await franchisee()) - before).toBeLessThanOrEqual(2 * part);
    expect(await proofOfWallets()).toEqual([]);
    // the proof sees it where somebody got past the rules
    const { services } = arcade.server;
    const [from, to] = [tenantId, demoId('user:franchisee')].map((id) =>
      walletAccount(tenantId, id, 'available'),
    );
    const sneak = (amount: number) =>
      services.db.transaction((tx) =>
        postTransfers(tx, [
          {
            key: `test:${newId()}`,
            tenantId,
            kind: 'transfer',
            legs: [
              { account: from as AccountName, amount: -amount },
              { account: to as AccountName, amount },
            ],
            at: arcade.server.clock.now(),
          },
        ]),
      );
    await sneak(1_000_00);
    expect(await proofOfWallets()).toEqual([expect.stringContaining('freeNotBelowZero: transfer')]);
    await sneak(-1_000_00);
  });

  it('has a limit a day, in however many parts', async () => {
    arcade.server.clock.forward(dayMs);
    const staff = await arcade.staff();
    const topUp = (amountFen: number) =>
      refusalOf(staff.call(calls.topUpWallet, { amountFen, payWay: 'wechat' }));
    const parts = await Promise.all(Array.from({ length: 6 }, () => topUp(10_000_00)));
    expect(parts.filter((key) => key === 'done')).toHaveLength(5);
    expect(parts).toContain('orders:error.topupDaily');
    expect(await topUp(1)).toBe('orders:error.topupDaily');
  });
});

describe('stored value bought with WeChat', () => {
  const buy = async (amount: number) => {
    const { services } = arcade.server;
    const order = await services.db.transaction((tx) =>
      createOrder(tx, services, {
        tenantId,
        siteId: automaticSite,
        kind: 'topup',
        payWay: 'wechat',
        amount,
        items: [{ name: 'orders:item.topup.balance', quantity: 1, amount }],
        fulfilment: { name: 'books', plan: {} },
        settlesTo: 'player',
        playerId,
        payer: { scene: 'page', returnPage: '/paySuccess' },
      }),
    );
    await answerOf(services, order);
    await arcade.pay(order.number);
    return order.number;
  };
  const owed = async () => 0 - (await arcade.balance(owedAccount(tenantId, tenantId)));

  it('costs the merchant the fee once: owed at first, and taken before anything leaves the wallet', async () => {
    const [value, available, before] = [
      await arcade.owned('fen'),
      await arcade.wallet('available'),
      await owed(),
    ];
    const number = await buy(10_000);
    expect(await arcade.order(number)).toMatchObject({ state: 'fulfilled', feeFen: 60 });
    expect(await arcade.owned('fen')).toBe(value + 10_000);
    expect(await owed()).toBe(before + 60);
    expect(await arcade.wallet('available')).toBe(available);
    // spent, it costs nothing more
    const machine = await arcade.machine();
    const bought = await (await arcade.player()).call(calls.payForDevice, {
      equipmentId: machine.code,
      number: 3,
      payWay: 'balance',
    });
    await arcade.answer(machine, { state: 'done', asked: 3, counted: 3 });
    expect(await arcade.order(bought.orderNumber)).toMatchObject({ feeFen: 0 });
    // refunded, the fee comes back with it
    const part = await (await arcade.staff()).call(calls.refundByNumber, {
      orderNumber: number,
      amount: 5000,
      reason: 'too much',
    });
    expect(part.state).toBe('requested');
    await arcade.settleRefunds();
    expect(await owed()).toBe(before + 30);
    const staff = await arcade.staff();
    const { id: walletId } = await staff.call(walletContract.saveWallet, { name: '支出' });
    const left = await arcade.wallet('available');
    await staff.call(walletContract.transferMoney, {
      toWalletId: walletId,
      amountFen: 100,
      requestId: newId(),
    });
    expect(await owed()).toBe(0);
    expect(await arcade.wallet('available')).toBe(left - 100 - before - 30);
    expect(await arcade.broken()).toEqual([]);
  });
});

it('neither goes back as a refund: a wallet is withdrawn from, a deposit is returned with the platform’s word', async () => {
  // a separate day: top-ups have a limit a day
  arcade.server.clock.forward(dayMs);
  const staff = await arcade.staff();
  const admin = arcade.server.withToken((await arcade.server.login('admin')).access_token);
  const buy = async (type: 'sms' | 'deposit') => {
    const { orderNumber } = await staff.call(calls.topUpWallet, { amountFen: 7000, type, payWay: 'wechat' });
    await arcade.pay(orderNumber);
    return orderNumber;
  };
  const [topUp, deposit] = [await buy('sms'), await buy('deposit')];
  const purses = async () => [await arcade.wallet('available'), await arcade.wallet('deposit')];
  const before = await purses();
  const refuse = async () => {
    for (const [orderNumber, key] of [
      [topUp, 'orders:error.topupOwnWay'],
      [deposit, 'orders:error.depositOwnWay'],
    ] as const) {
      expect((await staff.call(calls.previewRefund, { orderNumber })).refusal).toBe(key);
      for (const amount of [undefined, 1])
        expect(
          await refusalOf(staff.call(calls.refundByNumber, { orderNumber, reason: 'back', amount })),
        ).toBe(key);
      expect(await arcade.refundsOf(await arcade.order(orderNumber))).toEqual([]);
    }
  };
  await refuse();
  const { id } = await staff.call(walletContract.askDepositReturn, {
    target: 'balance',
    requestId: newId(),
  });
  await admin.call(walletContract.decideWithdrawal, { id, action: 'reject', reason: 'still in use' });
  await refuse();
  expect(await purses()).toEqual(before);
  expect(await arcade.broken()).toEqual([]);
});
