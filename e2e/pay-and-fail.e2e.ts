/** Every way to pay and every way to fail at 390 px, before a machine that moves: the end is told, and the money is right. */
import { expect, it } from 'vitest';
import { showroomContract } from '#features/demo/showroom/contract.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { coinsContract } from '#features/selling/coins/contract.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Language } from '#kit/kernel/language.ts';
import { demoId } from '#kit/server/demo.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { demoPeople } from '#providers/demo-people.ts';
import { say, shot } from './support/browser.ts';
import {
  type DemoWindow,
  openDemoWindow,
  openSheet,
  payAtSheet,
  payOtherwise,
  untilFree,
  untilSold,
} from './support/demo-window.ts';
import { button, doesNotSee, open, sees } from './support/page.ts';
import { setStage } from './support/stage.ts';

const stage = setStage();
/** the fourth invented player comes from Alipay, the first from WeChat */
const alipayPlayer = 4;
/** where money goes back by itself, and no other journey stands */
const exchange = 'CX10005';
const stand = (code: string, language: Language, more: { player?: number; dark?: boolean } = {}) =>
  openDemoWindow(stage, { code, width: 'phone', language, ...more });
const end = ({ phone, t }: DemoWindow, key: string, params = {}) =>
  sees(phone.getByText(t(`play:end.${key}`, params)));
const payButton = ({ phone, t }: DemoWindow, key: string) =>
  phone.getByRole('button', { name: new RegExp(t(key)) });

/** Something may have happened to it in the hours of the demo. */
async function makeReady(window: DemoWindow): Promise<void> {
  await window.work('mend');
  await untilFree(window);
}

it('coins by Alipay: all of them; then a jam halfway gives the rest back; then an empty hopper is not sold', async () => {
  const window = await stand(exchange, 'zh-cn', { player: alipayPlayer, dark: true });
  const { page, phone, t, work, toMachine } = window;
  await makeReady(window);
  await payAtSheet(window, '5', 'play:buy.coins');
  await end(window, 'coins', { counted: 5 });
  await shot(page, 'pay-and-fail-1-alipay');
  await toMachine();

  await untilFree(window);
  await work('jam');
  await payAtSheet(window, '10', 'play:buy.coins');
  await end(window, 'partly', { asked: 10, counted: 5 });
  await sees(phone.getByText(t('play:end.isBack')));
  await shot(page, 'pay-and-fail-2-jam');
  await toMachine();
  await work('mend');
  await phone.getByText(t('play:state.ready')).first().waitFor(untilSold);

  await work('empty');
  await sees(phone.getByText(t('play:state.fault')));
  await doesNotSee(payButton(window, 'play:buy.coins'));
  await shot(page, 'pay-and-fail-3-empty');
  await work('mend');
  await phone.getByText(t('play:state.ready')).first().waitFor(untilSold);
  await window.close();
});

it('WeChat: called off in the sheet nothing is bought; the plug pulled halfway, the journal tells what fell and the rest comes back', async () => {
  const window = await stand(exchange, 'en-us');
  const { page, phone, t, work, shows, tap, toMachine } = window;
  await makeReady(window);
  await openSheet(window, '5', 'play:buy.coins');
  await phone.frameLocator('dialog iframe').getByRole('button', { name: '取消' }).click();
  await phone
    .getByRole('dialog')
    .getByRole('button', { name: t('kit:action.close') })
    .click();
  await end(window, 'unpaid');
  await tap(t('play:start.cancel'));
  await end(window, 'closed');
  await shot(page, 'pay-and-fail-4-called-off');
  await toMachine();

  await untilFree(window);
  await payAtSheet(window, '20', 'play:buy.coins');
  await shows('coin');
  await work('unplug');
  await shot(page, 'pay-and-fail-5-unplugged');
  await work('plug');
  await sees(phone.getByText(t('play:end.isBack')));
  await shot(page, 'pay-and-fail-6-journal');
  await toMachine();
  await work('mend');
  await window.close();
});

it('where staff decide, what a machine without power owes becomes a fault order that the player can follow', async () => {
  const window = await stand('CX10003', 'zh-cn', { dark: true });
  const { page, phone, work, shows, t } = window;
  await makeReady(window);
  await payAtSheet(window, '20', 'play:buy.coins');
  await shows('coin');
  await work('unplug');
  await work('plug');
  await sees(phone.getByText(t('play:end.atTheLatest').split('{{')[0] as string));
  await shot(page, 'pay-and-fail-7-fault-order');
  await work('mend');
  await window.close();
});

it.each([
  ['coin', 'CW10002'],
  ['balance', 'CW10003'],
  ['freePlay', 'CW10004'],
] as const)('a play is paid by %s, and the machine starts', async (way, code) => {
  // who was given free plays is the third
  const window = await stand(code, 'zh-cn', way === 'freePlay' ? { player: 3 } : {});
  await makeReady(window);
  await payOtherwise(window, '1', way);
  await window.shows('aim');
  await end(window, 'played');
  await shot(window.page, `pay-and-fail-8-${way}`);
  await window.close();
});

it('what somebody owns at one shop pays at another of the same merchant, as soon as the merchant says so', async () => {
  const owner = stage.api.of('merchant2');
  const { records } = await owner.call(fleetContract.listDevices, { type: 'claw', size: 100 });
  const here = records.find(({ fieldName }) => fieldName === '南山科技园休闲角')!;
  const there = records.find(({ fieldName }) => fieldName === '深圳北站候车厅')!;
  const phone = await stage.openPage({ width: 'phone' });
  const stands = async () => {
    await phone.goto(`/demo_player?n=2&to=${encodeURIComponent(`/index?equipmentId=${here.code}`)}`);
    const ready = phone.getByText(say('play:state.ready')).first();
    // while somebody looks, simulated customers leave it to them
    const looks = async () => {
      await stage.api.client().call(showroomContract.lookAtMachine, { code: here.code });
      return ready.isVisible();
    };
    await expect.poll(looks, { ...untilSold, interval: 1000 }).toBe(true);
  };
  const pays = async (plays: string) => {
    await phone.locator(`input[type=radio][value="${plays}"]`).check(untilSold);
    await phone
      .getByRole('link', { name: new RegExp(say('play:buy.otherWays', { way: '' }).trim()) })
      .click(untilSold);
    await phone.getByRole('radio', { name: new RegExp(`^${say('play:payWay.coin')}`) }).check();
    await phone.getByRole('button', { name: new RegExp(`^${say('play:confirm.pay')}`) }).click(untilSold);
  };
  const played = phone.getByText(say('play:end.played'));
  await stands();
  // nothing but coins is taken here: the button says so
  await sees(phone.getByRole('button', { name: `${say('play:buy.play')} 1 coin` }));
  // who has paid once is known here
  await pays('1');
  await played.waitFor(untilSold);
  await owner.call(coinsContract.issueToMember, {
    fieldId: there.fieldId!,
    playerId: demoId(`player:${demoPeople[1]!.openId}`),
    coins: 30,
    remark: '开业赠送',
    requestId: newId(),
  });
  const elsewhere = phone.getByText(say('play:purse.elsewhere'));
  await stands();
  await doesNotSee(elsewhere);

  const office = await stage.openPage({ login: 'merchant2', width: 'phone' });
  await open(office, '/member_balances');
  await office.getByRole('radio', { name: say('wallet:balanceReach.shared') }).check();
  await sees(office.getByText(say('wallet:share.comesTo.shared')));
  await shot(office, 'pay-and-fail-shared-choice');
  await button(office, 'kit:action.save').click();
  await sees(office.getByText(say('wallet:share.saved')));

  await stands();
  await sees(elsewhere);
  await shot(phone, 'pay-and-fail-shared-purse');
  // more than is owned here
  await pays('5');
  await played.waitFor(untilSold);
  await shot(phone, 'pay-and-fail-shared-played');
  await stage.closeAll();
});

it('goods off the shelf: a drink that comes and one that sticks, a door of the cabinet, a game for a lipstick', async () => {
  const window = await stand('VM10001', 'en-us', { dark: true });
  const { page, phone, work, t, toMachine } = window;
  await makeReady(window);
  await takeFirst(window);
  await end(window, 'goods');
  await toMachine();
  await untilFree(window);
  await work('jam');
  await takeFirst(window);
  await end(window, 'refunded');
  await sees(phone.getByText(t('play:end.isBack')));
  await shot(page, 'pay-and-fail-9-stuck');
  await work('mend');
  await window.close();
  for (const code of ['GC10001', 'LK10001']) {
    const other = await stand(code, 'zh-cn');
    await makeReady(other);
    // lost in the first of its stages, which is over soonest
    if (code === 'LK10001') await other.work('lose');
    await takeFirst(other);
    const done = other.phone.locator('li[data-mark="done"]').getByText(other.t('play:step.done'));
    await done.waitFor({ timeout: patient(75_000) });
    await shot(other.page, `pay-and-fail-10-${code}`);
    await other.close();
  }
});

/** The first piece that can be had, at the player's own platform. */
async function takeFirst({ phone, tap, t }: DemoWindow): Promise<void> {
  const more = phone.getByRole('button', { name: new RegExp(`^${t('play:shelf.more').split('{{')[0]}`) });
  await more.and(phone.locator(':enabled')).first().click();
  await tap(new RegExp(t('play:payWay.wechat')));
  await phone.frameLocator('dialog iframe').getByRole('button', { name: '确认付款' }).click();
}
