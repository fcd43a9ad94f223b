/** Every call that moves money, many times at once and beside withdrawals: nobody sends out more than there was. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { walletAccount } from '#features/ledger/server/public.ts';
import { expectBooksRight } from '#features/ledger/test/books.ts';
import { ordersContract } from '#features/orders/contract.ts';
import { type Arcade, openArcade, tenantId } from '#features/orders/test/arcade.ts';
import { walletContract as wallet } from '#features/wallet/contract.ts';
import { askWithdrawal } from '#features/wallet/server/ask-withdrawal.ts';
import { proven } from '#features/wallet/test/desk.ts';
import { earn, hireAuditor } from '#features/wallet/test/purse.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { demoId } from '#kit/server/demo.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { endpointsOf } from './endpoint-calls.ts';

let arcade: Arcade;
let owner: Client;
let admin: Client;
let cardId: string;
beforeAll(async () => {
  arcade = await openArcade({}, { sayOnce: true });
  const { server } = arcade;
  await server.services.db
    .raw`update withdrawal_policy set daily_count = 1000, daily_fen = 100000000000, deposit_fen = 60000 where state = 'agreed'`;
  admin = await server.as('admin');
  await hireAuditor(server, 'racer', '竞速复核');
  owner = await arcade.staff();
  cardId = (await owner.call(wallet.readWithdrawalChoices, {})).cards[0]?.id as string;
  // most of the wallet is topped up and has to stay, so that what is free is what people race for
  const { orderNumber } = await owner.call(ordersContract.topUpWallet, { amount: '20000', payWay: 'wechat' });
  await arcade.pay(orderNumber);
});
afterAll(() => arcade.close());

const franchisee = demoId('user:franchisee');
const atOnce = 5;
const many = (call: () => Promise<unknown>) => Array.from({ length: atOnce }, () => refusalOf(call()));
const doneOf = (ends: readonly string[]) => ends.filter((end) => end === 'done').length;
const free = async () => (await owner.call(wallet.readWithdrawalChoices, {})).freeFen;

const withdraw = async (amountFen: number) =>
  askWithdrawal(await proven(arcade.server, 'merchant', tenantId), {
    amountFen,
    target: 'bank',
    cardId,
    requestId: newId(),
  });

/** What left the owner's wallets: frozen by withdrawals, and what the franchisee has. */
const sentOut = async () =>
  (await arcade.wallet('frozen')) + (await arcade.balance(walletAccount(tenantId, franchisee, 'available')));

/** All of them at once with withdrawals of as much; answers how many of the calls were carried out. */
async function race(call: (amountFen: number) => Promise<unknown>): Promise<number> {
  const amountFen = Math.floor((await free()) * 0.6);
  const before = await sentOut();
  const limit = await free();
  const [calls, withdrawals] = await Promise.all([
    Promise.all(many(() => call(amountFen))),
    Promise.all(many(() => withdraw(amountFen))),
  ]);
  expect(doneOf(withdrawals)).toBeLessThanOrEqual(1);
  expect((await sentOut()) - before).toBeLessThanOrEqual(limit);
  expect(await arcade.wallet('available')).toBeGreaterThanOrEqual(0);
  await expectBooksRight(arcade.server);
  return doneOf(calls);
}

/** A play that was paid by WeChat and delivered. */
async function delivered(): Promise<string> {
  const machine = await arcade.machine();
  const player = await arcade.player();
  const wish = { equipmentId: machine.code, number: 1, payWay: 'wechat' as const, requestId: newId() };
  const { orderNumber } = await player.call(ordersContract.payForDevice, wish);
  await arcade.pay(orderNumber);
  await arcade.answer(machine, { state: 'done', asked: 1, counted: 1 });
  return orderNumber;
}

const cases: Record<string, () => Promise<void>> = {
  async 'wallet.transferMoney'() {
    const send = (amountFen: number) =>
      owner.call(wallet.transferMoney, { toWalletId: franchisee, amountFen, requestId: newId() });
    expect(await race(send)).toBeLessThanOrEqual(1);
  },
  async 'wallet.askWithdrawal'() {
    expect(await race(withdraw)).toBeLessThanOrEqual(1);
  },
  async 'wallet.payDeposit'() {
    await race(() => owner.call(wallet.payDeposit, { requestId: newId() }));
    expect(await arcade.wallet('deposit')).toBe(60_000);
  },
  async 'wallet.askDepositReturn'() {
    const back = { target: 'balance' as const };
    const deposit = await arcade.wallet('deposit');
    expect(await race(() => owner.call(wallet.askDepositReturn, { ...back, requestId: newId() }))).toBe(1);
    expect(await arcade.wallet('deposit')).toBe(0);
    expect(await arcade.wallet('frozen')).toBeGreaterThanOrEqual(deposit);
  },
  async 'wallet.adjustMoney'() {
    const amountFen = Math.floor((await arcade.wallet('available')) * 0.6);
    const reason = 'race';
    const deduct = () =>
      admin.call(wallet.adjustMoney, {
        tenantId,
        direction: 'deduct',
        amountFen,
        reason,
        requestId: newId(),
      });
    await race(deduct);
  },
  async 'orders.refundByNumber'() {
    const orderNumber = await delivered();
    const refund = () => owner.call(ordersContract.refundByNumber, { orderNumber, reason: 'race' });
    expect(await race(refund)).toBe(1);
    await arcade.settleRefunds();
    await expectBooksRight(arcade.server);
  },
  async 'orders.refundById'() {
    const { id } = await arcade.order(await delivered());
    expect(await race(() => owner.call(ordersContract.refundById, { id, reason: 'race' }))).toBe(1);
  },
  async 'orders.topUpWallet'() {
    const before = await arcade.wallet('available');
    const topUp = () =>
      owner.call(ordersContract.topUpWallet, { amountFen: 100, payWay: 'wechat', requestId: newId() });
    expect(await race(topUp)).toBe(atOnce);
    // what is asked for and not paid is nobody's
    expect(await arcade.wallet('available')).toBeLessThanOrEqual(before);
  },
};

/** Raced with themselves where their stories are told, one winner each. */
const elsewhere: Record<string, string> = {
  'cards.refundCard': 'features/cards/test/card-refunds.db.test.ts',
  'exchange.cancelExchange': 'features/exchange/test/exchange.db.test.ts',
  'exchange.cancelOwnExchange': 'features/exchange/test/exchange.db.test.ts',
  'orders.retryRefund': 'features/orders/test/refused-refunds.db.test.ts',
  'orders.resolveFault': 'features/orders/test/refused-refunds.db.test.ts',
  'program.chargeMember': 'features/program/test/charge-cases.ts',
  'program.confirmCharge': 'features/program/test/charge-cases.ts',
  'sharing.settleReceiver': 'features/sharing/test/rules.db.test.ts',
  'sharing.runNow': 'features/sharing/test/runs.db.test.ts',
  'sharing.retryLines': 'features/sharing/test/runs.db.test.ts',
  'wallet.decideAdjustment': 'features/wallet/test/deposits.db.test.ts',
  'wallet.decideWithdrawal': 'features/wallet/test/withdrawal-decisions.db.test.ts',
};

it('every call that lets money out is raced, here or where it is named', () => {
  const moving = endpointsOf(arcade.server).flatMap(([name, { lets }]) => (lets === 'money' ? [name] : []));
  expect(moving.toSorted()).toEqual([...Object.keys(cases), ...Object.keys(elsewhere)].toSorted());
});

describe('many at once, beside withdrawals', () => {
  for (const [name, story] of Object.entries(cases))
    it(name, async () => {
      // something to race for, whatever the story before has left
      await earn(arcade.server, 1_000_00);
      await story();
    });
});
