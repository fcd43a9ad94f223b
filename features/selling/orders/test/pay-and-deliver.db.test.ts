import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { playersContract } from '#features/base/players/contract.ts';
import { feeParts } from '#features/money/wallet/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { nativePages, openNative } from '#kit/ui/mini-program.ts';
import { demoMiniProgram, demoPeople } from '#providers/demo-people.ts';
import { createSimulatedMiniProgram, type SignedPayment } from '#providers/wechat/simulated-mini-program.ts';
import { ordersContract as calls } from '../contract.ts';
import { openArcade } from './arcade.ts';

const arcade = staged(openArcade, (it) => it.close());

const people = { wechat: '林小雨', alipay: '陈思远' } as const;

describe.each(['wechat', 'alipay'] as const)('coins bought with %s', (payWay) => {
  it('come out, and the money becomes available less the fee', async () => {
    const machine = await arcade.machine({ type: 'exchange' });
    const before = await arcade.wallet('available');
    const bought = await (await arcade.player(people[payWay])).call(calls.payForDevice, {
      equipmentId: machine.code,
      amountFen: 5000,
      payWay,
    });
    expect(bought).toMatchObject({ state: 'created', amount: 5000 });
    expect(machine.heard('command')).toEqual([]);
    await arcade.pay(bought.orderNumber);
    expect(await arcade.order(bought.orderNumber)).toMatchObject({ state: 'fulfilling', paidAmount: 5000 });
    await arcade.answer(machine, { state: 'done', asked: 50, counted: 50 });
    const order = await arcade.order(bought.orderNumber);
    expect(order).toMatchObject({ state: 'fulfilled', fulfilledAmount: 5000, counted: 50, holdId: null });
    expect(order.feeFen).toBe(feeParts(5000, order.feeLadder).totalFen);
    expect(order.feeFen).toBeGreaterThan(0);
    expect(await arcade.wallet('available')).toBe(before + 5000 - order.feeFen);
    expect(await arcade.broken()).toEqual([]);
  });

  it('come out in part: what was counted is earned, the rest goes back', async () => {
    const machine = await arcade.machine({ type: 'exchange' });
    const bought = await (await arcade.player(people[payWay])).call(calls.payForDevice, {
      equipmentId: machine.code,
      amountFen: 1000,
      payWay,
    });
    await arcade.pay(bought.orderNumber);
    await arcade.answer(machine, { state: 'failed', reason: 'jam', asked: 10, counted: 7 });
    expect(await arcade.order(bought.orderNumber)).toMatchObject({
      state: 'refunding',
      fulfilledAmount: 700,
    });
    await arcade.settleRefunds();
    const order = await arcade.order(bought.orderNumber);
    expect(order).toMatchObject({
      state: 'partlyFulfilled',
      fulfilledAmount: 700,
      refundedAmount: 300,
      fault: 'jam',
    });
    expect(await arcade.broken()).toEqual([]);
  });

  it('do not come out: everything goes back, though the call is repeated', async () => {
    const machine = await arcade.machine({ type: 'exchange' });
    const player = await arcade.player(people[payWay]);
    const requestId = newId();
    const wish = { equipmentId: machine.code, amountFen: 2000, payWay, requestId } as const;
    const [first, second] = await Promise.all([
      player.call(calls.payForDevice, wish),
      player.call(calls.payForDevice, wish),
    ]);
    expect(second.orderNumber).toBe(first.orderNumber);
    await arcade.pay(first.orderNumber);
    await arcade.answer(machine, { state: 'failed', reason: 'empty', asked: 20, counted: 0 });
    await arcade.settleRefunds();
    expect(await arcade.order(first.orderNumber)).toMatchObject({
      state: 'refunded',
      fulfilledAmount: 0,
      refundedAmount: 2000,
    });
    expect(await arcade.broken()).toEqual([]);
  });
});

it('sends the money back when the machine has gone before it was paid', async () => {
  const machine = await arcade.machine();
  const bought = await (await arcade.player()).call(calls.payForDevice, {
    equipmentId: machine.code,
    number: 2,
    payWay: '01',
  });
  await arcade.leave(machine);
  await arcade.pay(bought.orderNumber);
  const order = await arcade.order(bought.orderNumber);
  expect(['refunding', 'refunded']).toContain(order.state);
  await arcade.settleRefunds();
  expect(await arcade.order(bought.orderNumber)).toMatchObject({ state: 'refunded', counted: null });
  expect(machine.heard('command')).toEqual([]);
  expect(await arcade.broken()).toEqual([]);
});

describe('inside the mini-program', () => {
  const origin = 'https://play.example';
  const folder = fileURLToPath(new URL('../../../../mini-program', import.meta.url));
  const personId = demoPeople.find(({ name }) => name === people.wechat)?.openId as string;

  function openPhone(isReached = true) {
    const { wechat, wechatLogin } = arcade.server.services.demoPay;
    const paid: SignedPayment[] = [];
    const phone = createSimulatedMiniProgram({
      folder,
      origin,
      login: () => (isReached ? wechatLogin?.control.issueMiniCode(personId) : undefined),
      async pay(signed) {
        paid.push(signed);
        const trade = wechat?.control
          .trades()
          .find(({ prepayId }) => signed.package === `prepay_id=${prepayId}`);
        wechat?.control.pay(trade?.outTradeNo ?? '');
        await wechat?.control.flushNotices();
      },
    });
    return { phone, paid };
  }
  const addressOf = (phone: ReturnType<typeof openPhone>['phone']) =>
    new URL(phone.webView() ?? 'about:blank');
  const nobody = () => arcade.server.as(undefined);
  async function logIn(code: string) {
    const login = await (await nobody()).call(playersContract.logInByMiniProgram, { code });
    return arcade.server.withToken(login.access_token);
  }

  it('native pages log in and pay, by the id that WeChat gives people there', async () => {
    const machine = await arcade.machine({ type: 'exchange' });
    const { phone, paid } = openPhone();
    phone.scan(`${origin}/index?equipmentId=${machine.code}&s=abc`);
    const shown = addressOf(phone);
    expect([shown.pathname, shown.searchParams.get('to')]).toEqual([
      '/middleStation',
      `/index?equipmentId=${machine.code}&s=abc`,
    ]);
    const code = shown.searchParams.get('applet_code') ?? '';
    const player = await logIn(code);
    expect(await refusalOf(logIn(code))).toBe('players:error.codeRefused');
    const bought = await player.call(calls.payInMiniProgram, { equipmentId: machine.code, amountFen: 1000 });
    const { appId, ...signed } = bought.sign_package!;
    expect(appId).toBe(demoMiniProgram);
    await phone.invoke(openNative('navigateTo', nativePages.pay, signed));
    expect(paid).toEqual([signed]);
    // back at our page, which asks the server
    expect(addressOf(phone).href).toBe(shown.href);
    expect(await arcade.order(bought.orderNumber)).toMatchObject({ state: 'fulfilling', paidAmount: 1000 });
    await arcade.answer(machine, { state: 'done', asked: 10, counted: 10 });
    expect(await arcade.order(bought.orderNumber)).toMatchObject({ state: 'fulfilled' });
    // whatever the call says: there is one way to pay there
    const again = await player.call(calls.payForDevice, { equipmentId: machine.code, payWay: '01' });
    expect(again.sign_package?.appId).toBe(demoMiniProgram);
    expect(await arcade.broken()).toEqual([]);
  });

  it('nobody pays there who has not logged in there, and labels of others lead home', async () => {
    const machine = await arcade.machine({ type: 'exchange' });
    const outside = await arcade.player();
    expect(
      await refusalOf(outside.call(calls.payInMiniProgram, { equipmentId: machine.code, payWay: '03' })),
    ).toBe('orders:error.notInMiniProgram');
    const { phone } = openPhone();
    phone.scan('https://elsewhere.example/index?equipmentId=1');
    expect(addressOf(phone).searchParams.get('to')).toBe('/program');
    await phone.invoke(openNative('reLaunch', nativePages.start, { to: '/index?equipmentId=A&s=b' }));
    expect(addressOf(phone).searchParams.get('to')).toBe('/index?equipmentId=A&s=b');
    await phone.invoke(openNative('reLaunch', nativePages.start, { to: '//elsewhere.example' }));
    expect(addressOf(phone).searchParams.get('to')).toBe('/program');
    const away = openPhone(false).phone.scan(`${origin}/index`);
    expect(away.data).toMatchObject({ src: '', failed: true });
  });
});
