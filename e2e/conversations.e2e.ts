/** A player writes about an order that failed, a clerk answers live, and coins are given; then both pages on all screens. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { playersContract } from '#features/base/players/contract.ts';
import { conversationsContract } from '#features/people/conversations/contract.ts';
import { playerAppContract } from '#features/people/playerapp/contract.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { seriousFindings } from './support/axe.ts';
import { say, settled, shot } from './support/browser.ts';
import { openDemoWindow, payAtSheet, untilFree } from './support/demo-window.ts';
import { arrivesAt, button, field, isMarked, markPage, open, patiently, sees } from './support/page.ts';
import { hireStaff, password } from './support/people.ts';
import { setStage } from './support/stage.ts';

const stage = setStage();
const { api, newContext } = stage;
/** where staff decide what a machine owes */
const exchange = 'CX10003';
const playerNumber = 2;
const coins = 7;

const rights = [
  ...['conversations.view', 'conversations.answer', 'orders.view', 'orders.refund'],
  ...['devices.view', 'coins.view', 'coins.issue', 'members.view'],
];

const tokenIn = (page: Page) =>
  page.evaluate(
    () => (JSON.parse(localStorage.getItem('coinyard.player') ?? '{}') as { token?: string }).token,
  );

/** The plug is pulled halfway: the machine owes the rest. */
async function failedOrder(): Promise<void> {
  const window = await openDemoWindow(stage, {
    ...{ code: exchange, player: playerNumber, width: 'phone', language: 'en-us' },
  });
  await window.work('mend');
  await untilFree(window);
  await payAtSheet(window, '20', 'play:buy.coins');
  await window.shows('coin');
  await window.work('unplug');
  await window.work('plug');
  await sees(window.phone.getByText(window.t('play:end.atTheLatest').split('{{')[0] as string));
  await window.work('mend');
  await window.close();
}

it('a player writes about a failed order, the clerk answers, and coins are given', async () => {
  await failedOrder();
  const phone = await (await newContext({ width: 'phone' })).newPage();
  await phone.goto(`/demo_player?n=${playerNumber}&to=${encodeURIComponent('/program/my')}`);
  await arrivesAt(phone, '/program/my');
  const player = api.client(await tokenIn(phone));
  const { playerName } = await player.call(playersContract.readSelf, {});
  const { records } = await player.call(ordersContract.listOwnOrders, { size: 1 });
  const order = records[0]!;
  expect(order.standing).toBe('needsHelp');
  await open(phone, `/program/my/OrdersCenter/OrderDetails?orderNumber=${order.orderNumber}`);
  await phone.getByRole('link', { name: say('playerapp:order.write') }).click();
  await arrivesAt(phone, '/program/my/service/chat');
  const words = `Ten coins are missing <b>here</b> ${order.orderNumber}`;
  await phone.getByLabel(say('kit:chat.write')).fill(words);
  await phone.getByRole('button', { name: say('kit:chat.send'), exact: true }).click();
  await sees(phone.getByText(words));
  await shot(phone, 'conversations-1-written');
  expect(await seriousFindings(phone)).toEqual([]);

  const person = await hireStaff(api, rights);
  const login = await api.login(person.account, password);
  const clerk = await (await newContext({ login })).newPage();
  await open(clerk, '/reply');
  await clerk
    .getByRole('list', { name: say('conversations:page.list') })
    .getByText('Ten coins are missing')
    .first()
    .click();
  await sees(clerk.getByRole('heading', { name: playerName }));
  await sees(clerk.getByText(say('conversations:page.thisOrder')));
  await settled(clerk);
  await shot(clerk, 'conversations-2-clerk');
  expect(await seriousFindings(clerk)).toEqual([]);

  // what is answered stands on the player's page without a reload
  await markPage(phone);
  await clerk.getByLabel(say('kit:chat.write')).fill('Sorry! Your coins come at once.');
  await clerk.getByRole('button', { name: say('kit:chat.send'), exact: true }).click();
  await sees(phone.getByText('Sorry! Your coins come at once.'));
  // and what the player answers on the clerk's
  await phone.getByLabel(say('kit:chat.write')).fill('Thank you very much');
  await phone.getByRole('button', { name: say('kit:chat.send'), exact: true }).click();
  await sees(clerk.getByRole('listitem').getByText('Thank you very much'));
  expect(await isMarked(phone)).toBe(true);
  await shot(phone, 'conversations-3-answered');

  const owned = async () => {
    const merchants = await player.call(playerAppContract.readOwnMoney, {});
    return merchants.reduce((sum, one) => sum + one.coins, 0);
  };
  const before = await owned();
  await button(clerk, 'conversations:give.toMember').click();
  await field(clerk, 'coins').fill(String(coins));
  await field(clerk, 'remark').fill('The machine gave too little');
  await shot(clerk, 'conversations-4-coins');
  await button(clerk, 'conversations:give.submit').click();
  await sees(clerk.getByText(say('conversations:give.done')));
  await expect.poll(owned, patiently).toBe(before + coins);

  await button(clerk, 'conversations:page.solve').click();
  await sees(clerk.getByText(say('conversations:state.solved'), { exact: true }));
  const unread = async () => (await player.call(conversationsContract.countOwnUnread, {})).unread;
  await expect.poll(unread, patiently).toBe(0);
  await clerk.context().close();
  await phone.context().close();
});
