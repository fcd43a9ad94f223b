/** The player's app on a phone: shops, purse, orders, help, limits, a code for the shop, and leaving for some days. */
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { playersContract } from '#features/base/players/contract.ts';
import { playerAppContract } from '#features/people/playerapp/contract.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { demoId } from '#kit/server/demo.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { seriousFindings } from './support/axe.ts';
import { say, shot } from './support/browser.ts';
import { arrivesAt, button, open, patiently, sees } from './support/page.ts';
import { nextCode } from './support/people.ts';
import { setStage } from './support/stage.ts';

const { api, merchant, newContext } = setStage();

const link = (page: Page, key: string) => page.getByRole('link', { name: say(key), exact: true }).first();
const words = (page: Page, key: string, params = {}) => page.getByText(say(key, params)).first();

const tokenIn = (page: Page) =>
  page.evaluate(
    () => (JSON.parse(localStorage.getItem('coinyard.player') ?? '{}') as { token?: string }).token,
  );

async function asPlayer(n: number, path: string): Promise<Page> {
  const page = await (await newContext({ width: 'phone' })).newPage();
  await page.goto(`/demo_player?n=${n}&to=${encodeURIComponent(path)}`);
  await arrivesAt(page, path.split('?')[0]!);
  return page;
}

/** Has a code sent to the player's own phone and types it; a phone gets one code a minute. */
async function showCode(form: Page | Locator, phone: string): Promise<void> {
  const before = await api.codeOf(phone);
  const sent = form.getByText(say('kit:player.sms.sent'));
  await expect
    .poll(
      async () => {
        await form.getByRole('button', { name: say('kit:player.sms.send') }).click();
        return sent.waitFor({ timeout: 3000 }).then(
          () => true,
          () => false,
        );
      },
      { timeout: patient(75_000), interval: 2000 },
    )
    .toBe(true);
  await form.getByLabel(say('kit:player.sms.code')).fill(await nextCode(api, phone, before));
}

/** Logs in early, so that the next code to that phone may go out when the last test wants it. */
const leaver = `136${String(Date.now()).slice(-8)}`;
let leaverLogin: Awaited<ReturnType<typeof logInLeaver>>;
async function logInLeaver() {
  const nobody = api.client();
  await nobody.call(playersContract.sendLoginCode, { phone: leaver });
  const code = await nextCode(api, leaver);
  return nobody.call(playersContract.logInByPhone, { phone: leaver, code });
}
it('somebody logs in who will close the account in the end', async () => {
  leaverLogin = await logInLeaver();
  expect(leaverLogin.player.closesAt).toBeNull();
});

it('somebody who tells no position chooses a shop, and sees which machines are free', async () => {
  const page = await (await newContext({ width: 'phone' })).newPage();
  await open(page, '/program');
  // why it is asked stands there before anything is
  await sees(words(page, 'playerapp:near.why'));
  await link(page, 'playerapp:home.allShops').click();
  await arrivesAt(page, '/program/home/selectshop');
  await page.getByLabel(say('playerapp:shops.search')).fill('星光');
  await page.getByRole('button', { name: /星光天地/ }).click();
  await arrivesAt(page, '/program');
  await sees(page.getByRole('heading', { name: '星光天地广场店' }));
  await sees(words(page, 'playerapp:home.logIn'));
  await shot(page, 'player-app-home');
  expect(await seriousFindings(page)).toEqual([]);
  // the shop is remembered
  await page.reload({ waitUntil: 'domcontentloaded' });
  await sees(page.getByRole('heading', { name: '星光天地广场店' }));
  // who wants to play scans the machine: from here nothing leads to it
  await sees(page.getByText(say('playerapp:machine', { number: 1 }), { exact: true }));
  await sees(words(page, 'playerapp:home.scanToPlay'));
  await page.context().close();
});

it('who lets the position be known sees the nearest shop, and the others around', async () => {
  const context = await newContext({ width: 'phone' });
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 31.2277, longitude: 121.4447 });
  const page = await context.newPage();
  await open(page, '/program');
  await sees(page.getByRole('heading', { name: '星光天地广场店' }));
  await link(page, 'playerapp:home.change').click();
  await arrivesAt(page, '/program/home/selectshop');
  await page.getByRole('tab', { name: say('playerapp:shops.map') }).click();
  await sees(page.getByRole('button', { name: '1. 星光天地广场店', exact: true }));
  await shot(page, 'player-app-around');
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: '2. 西湖影城候场区', exact: true }).click();
  await arrivesAt(page, '/program');
  await sees(page.getByRole('heading', { name: '西湖影城候场区' }));
  await context.close();
});

it('a player finds an order, asks the shop for help, and reads its answer', async () => {
  const page = await asPlayer(1, '/program/my');
  await sees(words(page, 'playerapp:unit.coin'));
  await shot(page, 'player-app-me');
  expect(await seriousFindings(page)).toEqual([]);
  const player = api.client((await tokenIn(page))!);
  const { records } = await player.call(ordersContract.listOwnOrders, { part: 'askable' });
  // of the merchant who answers below: players buy at others too
  const order = records.find(
    ({ standing, merchantName }) => standing === 'fulfilled' && merchantName === '欢乐抓抓乐园',
  )!;
  await page.goto(`/program/my/OrdersCenter/OrderDetails?orderNumber=${order.orderNumber}`);
  await button(page, 'playerapp:help.ask').click();
  await button(page, 'playerapp:help.send').click();
  await sees(words(page, 'playerapp:help.tooShort'));
  await page.getByLabel(say('playerapp:help.words')).fill('付了钱没有出币');
  expect(await seriousFindings(page)).toEqual([]);
  await button(page, 'playerapp:help.send').click();
  await sees(words(page, 'playerapp:order.lookedAt'));
  await shot(page, 'player-app-asked');
  const faults = await merchant.call(ordersContract.listFaults, { orderNumber: order.orderNumber });
  await merchant.call(ordersContract.resolveFault, {
    id: faults.records[0]!.id,
    way: 'note',
    reason: '录像显示已出币',
  });
  await page.reload({ waitUntil: 'domcontentloaded' });
  await sees(page.getByText('录像显示已出币'));
  await page.context().close();
});

it('a player sets a daily limit and takes the own data along', async () => {
  const page = await asPlayer(2, '/program/my/modifyMaterials');
  await button(page, 'playerapp:limit.change').click();
  // a limit holds at once, and other files pay as this player: it is far above what the demo spends on a day
  await page.getByLabel(say('playerapp:limit.amount')).fill('8000');
  await button(page, 'playerapp:limit.save').click();
  await sees(page.getByText(/8,?000/).first());
  const player = api.client((await tokenIn(page))!);
  await expect
    .poll(async () => (await player.call(playerAppContract.readLimit, {})).dailyFen, patiently)
    .toBe(800_000);
  await shot(page, 'player-app-own-data');
  expect(await seriousFindings(page)).toEqual([]);
  await button(page, 'playerapp:data.save').click();
  const sheet = page.getByRole('dialog');
  await showCode(sheet, '13900000002');
  await shot(page, 'player-app-own-file');
  expect(await seriousFindings(page)).toEqual([]);
  const file = page.waitForEvent('download');
  await sheet.getByRole('button', { name: say('playerapp:data.save') }).click();
  expect((await file).suggestedFilename()).toMatch(/\.json$/);
  await page.context().close();
});

it('a membership code tells the shop who it is', async () => {
  const page = await asPlayer(4, '/program/membershipCode');
  await sees(page.getByAltText(say('playerapp:code.show')));
  await shot(page, 'player-app-code');
  expect(await seriousFindings(page)).toEqual([]);
  // it goes on for its seconds without a network
  await page.context().setOffline(true);
  await sees(page.getByAltText(say('playerapp:code.show')));
  const player = api.client((await tokenIn(page))!);
  const { codes } = await player.call(playerAppContract.readMemberCodes, {});
  await page.context().close();
  const desk = await (await newContext({ login: 'merchant' })).newPage();
  await open(desk, `/scanned_member?code=${codes[0]!.code}`);
  await sees(desk.getByText('陈思远'));
  await sees(button(desk, 'playerapp:scanned.giveCoins'));
  expect(await seriousFindings(desk)).toEqual([]);
  await desk.context().close();
});

it('a player stores coins with the balance, typing the payment password for it', async () => {
  const page = await asPlayer(1, '/program/my/modifyPassword');
  const type = (key: string, digits: string) => page.getByLabel(say(key), { exact: true }).fill(digits);
  await type('playerapp:password.new', '123456');
  await type('playerapp:password.again', '123456');
  await button(page, 'playerapp:password.set').click();
  await sees(words(page, 'playerapp:error.weakPassword'));
  await type('playerapp:password.new', '135790');
  await type('playerapp:password.again', '135790');
  await button(page, 'playerapp:password.set').click();
  await sees(words(page, 'playerapp:password.done.set'));
  await shot(page, 'player-app-password');
  expect(await seriousFindings(page)).toEqual([]);
  const player = api.client((await tokenIn(page))!);
  const asked = { password: '135790', freeFen: 0, freeCoins: 0 };
  await player.call(playerAppContract.savePayPasswordLimits, asked);
  await page.goto(`/program/home/vip_buynow?fieldId=${demoId('site:merchant:1')}`);
  await page.getByRole('radio', { name: /^50元55币/ }).check();
  await page.getByRole('radio', { name: new RegExp(`^${say('playerapp:payWay.balance')}`) }).check();
  await page
    .getByRole('button', { name: new RegExp(`^${say('playerapp:payWay.balance')}`) })
    .first()
    .click();
  await page.locator('dialog input').fill('135790');
  expect(await seriousFindings(page)).toEqual([]);
  await button(page, 'playerapp:password.pay').click();
  await arrivesAt(page, '/start_equip');
  await sees(words(page, 'play:end.stored'));
  await shot(page, 'player-app-stored');
  await player.call(playerAppContract.removePayPassword, { password: '135790' });
  await page.context().close();
});

it('what a shop charges by the code is agreed to on the phone, with the payment password', async () => {
  const page = await asPlayer(1, '/program/membershipCode');
  await sees(page.getByAltText(say('playerapp:code.show')));
  const player = api.client((await tokenIn(page))!);
  const password = '135790';
  await player.call(playerAppContract.setPayPassword, { password });
  const { codes } = await player.call(playerAppContract.readMemberCodes, {});
  const charge = await merchant.call(playerAppContract.chargeMember, {
    code: codes[0]!.code,
    // where no other journey spends what is stored
    fieldId: demoId('site:merchant:2'),
    amountFen: 5100,
    reason: '两瓶矿泉水',
  });
  expect(charge.state).toBe('asked');
  await sees(page.getByText(/两瓶矿泉水/));
  await shot(page, 'player-app-charge');
  expect(await seriousFindings(page)).toEqual([]);
  await button(page, 'playerapp:charge.yes').click();
  await sees(words(page, 'playerapp:error.sixDigits'));
  await page.getByLabel(say('playerapp:password.password'), { exact: true }).fill(password);
  await button(page, 'playerapp:charge.yes').click();
  await sees(page.getByText(say('playerapp:charge.paid', { shop: '天河城电玩馆' })));
  await player.call(playerAppContract.removePayPassword, { password });
  await page.context().close();
});

it('who closes the account is out everywhere, and takes it back with one button', {
  timeout: patient(240_000),
}, async () => {
  const page = await (await newContext({ width: 'phone' })).newPage();
  const { access_token: token, expires_in, player } = leaverLogin;
  await open(page, '/program');
  const expiresAtMs = Date.now() + expires_in * 1000;
  await page.evaluate(
    (login) => localStorage.setItem('coinyard.player', login),
    JSON.stringify({ token, player, expiresAtMs, renewAtMs: expiresAtMs }),
  );
  await open(page, '/program/my/modifyMaterials');
  await button(page, 'playerapp:delete.ask').click();
  const sheet = page.getByRole('dialog');
  await sees(sheet.getByText(say('playerapp:delete.hint', { days: 7 })));
  await showCode(sheet, leaver);
  await shot(page, 'player-app-delete');
  expect(await seriousFindings(page)).toEqual([]);
  await sheet.getByRole('button', { name: say('playerapp:delete.yes') }).click();
  await arrivesAt(page, '/program');
  expect(await tokenIn(page)).toBeUndefined();
  await expect(api.client(token).call(playerAppContract.readOwnMoney, {})).rejects.toMatchObject({
    status: 401,
  });

  await page.goto('/program/login?to=%2Fprogram%2Fmy');
  await page.getByLabel(say('kit:player.sms.phone')).fill(leaver);
  await showCode(page, leaver);
  await button(page, 'players:phoneLogin.logIn').click();
  await arrivesAt(page, '/program/closed');
  await sees(page.getByText(say('playerapp:closed.title')));
  await shot(page, 'player-app-closed');
  expect(await seriousFindings(page)).toEqual([]);
  await button(page, 'playerapp:closed.takeBack').click();
  await arrivesAt(page, '/program');
  const again = api.client((await tokenIn(page))!);
  expect(await again.call(playersContract.readSelf, {})).toMatchObject({ id: player.id, closesAt: null });
  await page.context().close();
});
