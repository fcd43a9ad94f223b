/**
 * Scan, pay, play on a phone: a package with the balance, a payment that is left and found again, goods off the shelf, and
 * two players before one machine.
 */
import type { Locator, Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { playContract } from '#features/selling/play/contract.ts';
import { demoId } from '#kit/server/demo.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { seriousFindings } from './support/axe.ts';
import { say, shot, watchProblems } from './support/browser.ts';
import { arrivesAt, button, sees } from './support/page.ts';
import { setStage } from './support/stage.ts';

const { api, merchant, newContext } = setStage();

/** Simulated customers come and go: the player before a machine waits until it is free. */
const untilFree = { timeout: patient(75_000) };

/** One of these machines that is free now, by the code on its label. */
async function scanFree(
  page: Page,
  codes: readonly string[],
  at: '/index' | '/index2',
  player = 1,
): Promise<void> {
  const nobody = api.client();
  const states = await Promise.all(
    codes.map((equipmentId) => nobody.call(playContract.readMachine, { equipmentId })),
  );
  const code = codes[states.findIndex(({ state }) => state === 'ready')] ?? codes[0];
  const { url } = await merchant.call(fleetContract.readPlayerQr, {
    equipmentId: demoId(`device:${code}`),
  });
  const { pathname, search } = new URL(url);
  await page.goto(`/demo_player?n=${player}&to=${encodeURIComponent(pathname + search)}`);
  await arrivesAt(page, at);
}

async function look(page: Page, name: string): Promise<void> {
  await shot(page, `scan-play-${name}`);
  expect(await seriousFindings(page), name).toEqual([]);
}

/** Whatever the machine did: all came, a part of it, or the money is back. */
const ended = (page: Page): Locator =>
  page
    .locator('li[data-mark="done"]')
    .getByText(say('play:step.done'))
    .or(page.getByText(say('play:end.refunded')));

it('a player takes a package, sees how its price comes about, and pays with the balance', async () => {
  const context = await newContext({ width: 'phone' });
  const page = await context.newPage();
  const problems = watchProblems(page);
  await scanFree(page, ['CX10001', 'CX10002'], '/index');
  await page.getByRole('radio', { name: /整盘 30 元 36 币/ }).check();
  await page.getByRole('button', { name: new RegExp(say('play:buy.coins')) }).waitFor(untilFree);
  await look(page, '1-index');
  await page
    .getByRole('link', { name: say('play:buy.otherWays', { way: say('play:payWay.wechat') }) })
    .click();
  await arrivesAt(page, '/orderConfirm');
  await sees(page.getByText(`${say('packages:line.package')} · 整盘 30 元 36 币`));
  await page.getByRole('radio', { name: new RegExp(`^${say('play:payWay.balance')}`) }).check();
  await look(page, '2-confirm');
  await page.getByRole('button', { name: new RegExp(`^${say('play:confirm.pay')}`) }).click(untilFree);
  await arrivesAt(page, '/start_equip');
  await ended(page).waitFor(untilFree);
  await look(page, '3-end');
  await page.getByRole('link', { name: say('play:start.back') }).click();
  await arrivesAt(page, '/index');
  expect(problems).toEqual([]);
  await context.close();
});

it('a payment that was left is found again, and called off', async () => {
  const context = await newContext({ width: 'phone' });
  const page = await context.newPage();
  await scanFree(page, ['CX10001', 'CX10002'], '/index', 2);
  await page.getByRole('radio', { name: /^5 coins/ }).check();
  await page.getByRole('button', { name: new RegExp(say('play:buy.coins')) }).click(untilFree);
  await arrivesAt(page, '/start_equip');
  await sees(page.locator('dialog iframe'));
  const { searchParams } = new URL(page.url());
  // closed, and opened again without knowing anything
  await page.goto('/start_equip', { waitUntil: 'domcontentloaded' });
  await sees(page.getByText(searchParams.get('orderNumber')!));
  await sees(page.getByText(say('play:end.unpaid')));
  await look(page, '4-unpaid');
  await button(page, 'play:start.cancel').click();
  await sees(page.getByText(say('play:end.closed')));
  await look(page, '5-closed');
  await context.close();
});

it('several pieces off the shelf are one order', async () => {
  const context = await newContext({ width: 'phone' });
  const page = await context.newPage();
  const problems = watchProblems(page);
  await scanFree(page, ['VM10001'], '/index2');
  const more = page.getByRole('button', { name: new RegExp(`^${say('play:shelf.more').split('{{')[0]}`) });
  const onSale = more.and(page.locator(':enabled'));
  await onSale.nth(0).click();
  await onSale.nth(1).click();
  const pay = page.getByRole('button', { name: new RegExp(say('play:payWay.balance')) });
  await pay.waitFor(untilFree);
  await look(page, '6-shelf');
  await pay.click();
  await arrivesAt(page, '/start_equip');
  await ended(page).waitFor(untilFree);
  await look(page, '7-goods');
  expect(problems).toEqual([]);
  await context.close();
});

it('of two players at one machine the second takes a number, is called, and plays for free', async () => {
  const code = 'CW10004';
  const first = await (await newContext({ width: 'phone' })).newPage();
  const second = await (await newContext({ width: 'phone' })).newPage();
  // simulated customers leave a machine alone that somebody looks at
  const window = await (await newContext({ width: 'desk' })).newPage();
  await window.goto(`/demo_machine?code=${code}&n=1`);
  await window.locator('[data-state="ready"]').waitFor(untilFree);

  await scanFree(first, [code], '/index', 2);
  await first.locator('input[type=radio][value="1"]').check();
  await first.getByRole('button', { name: new RegExp(say('play:buy.play')) }).click(untilFree);
  await sees(first.locator('dialog iframe'));

  await scanFree(second, [code], '/index', 3);
  await sees(second.getByText(say('play:turns.taken.paying')));
  await look(second, '8-taken');
  await button(second, 'play:turns.take').click();
  await sees(second.getByText(say('play:turns.next')));
  await look(second, '9-waiting');

  await first.goto('/start_equip', { waitUntil: 'domcontentloaded' });
  await sees(first.getByText(new RegExp(say('play:turns.behind', { count: 1 }))));
  await look(first, '10-somebody-waits');
  await button(first, 'play:start.cancel').click();
  await sees(first.getByText(say('play:end.closed')));

  await sees(second.getByText(say('play:turns.yours')));
  await look(second, '11-called');
  await second.getByRole('button', { name: say('play:buy.freePlay', { count: 1 }) }).click();
  await arrivesAt(second, '/start_equip');
  await ended(second).waitFor(untilFree);
  await sees(second.getByText(say('play:payWay.freePlay')));
  await look(second, '12-played');
});

it('a tap whose answer was lost is one order, and what one tab calls off is over in the other', async () => {
  const context = await newContext({ width: 'phone' });
  const page = await context.newPage();
  await scanFree(page, ['CX10001', 'CX10002'], '/index', 4);
  const wishes: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === ordersContract.payForDevice.path) wishes.push(searchParams.get('requestId'));
  });
  // the server has taken the order, and its answer never arrives
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route(`**${ordersContract.payForDevice.path}*`, lose, { times: 1 });
  await page.getByRole('radio', { name: /^5 coins/ }).check();
  const pay = page.getByRole('button', { name: new RegExp(say('play:buy.coins')) });
  await pay.click(untilFree);
  await sees(page.getByText(say('kit:error.network')));
  await pay.click();
  await arrivesAt(page, '/start_equip');
  expect(wishes).toHaveLength(2);
  expect(wishes[0]).toBe(wishes[1]);

  const other = await context.newPage();
  await other.goto('/start_equip', { waitUntil: 'domcontentloaded' });
  await sees(other.getByText(new URL(page.url()).searchParams.get('orderNumber')!));
  await button(other, 'play:start.cancel').click();
  await sees(other.getByText(say('play:end.closed')));
  await sees(page.getByText(say('play:end.closed')));
  await context.close();
});

it('who orders in a second tab learns of the first order, and calls it off for this one', async () => {
  const context = await newContext({ width: 'phone' });
  const [first, second] = [await context.newPage(), await context.newPage()];
  const code = ['CX10001'];
  await scanFree(first, code, '/index', 2);
  await scanFree(second, code, '/index', 2);
  const order = async (page: Page, coins: number) => {
    await page.getByRole('radio', { name: new RegExp(`^${coins} coins`) }).check();
    await page.getByRole('button', { name: new RegExp(say('play:buy.coins')) }).click(untilFree);
  };
  await order(first, 5);
  await arrivesAt(first, '/start_equip');
  await order(second, 10);
  await sees(second.getByRole('dialog').getByText(say('play:besides.title')));
  await look(second, '13-second-tab');
  await button(second, 'play:besides.callOff').click();
  await arrivesAt(second, '/start_equip');
  await sees(first.getByText(say('play:end.closed')));
  const numbers = [first, second].map((page) => new URL(page.url()).searchParams.get('orderNumber'));
  expect(numbers[0]).not.toBe(numbers[1]);
  await second.goto('/start_equip', { waitUntil: 'domcontentloaded' });
  await sees(second.getByText(numbers[1]!));
  await button(second, 'play:start.cancel').click();
  await sees(second.getByText(say('play:end.closed')));
  await context.close();
});

it('what WeChat refuses, or the person stops, is told, and paid at the next try', async () => {
  const context = await newContext({ width: 'phone', userAgent: 'Android Mobile MicroMessenger/8.0.50' });
  const page = await context.newPage();
  // WeChat's own browser: it refuses, then the person turns back, then its simulator is paid
  await page.addInitScript(() => {
    const answers = ['fail', 'cancel', 'ok'];
    const invoke = async (
      _: string,
      { package: prepared }: { package: string },
      done: (answer: object) => void,
    ) => {
      const answer = answers.shift() ?? 'fail';
      const prepay_id = prepared.replace('prepay_id=', '');
      if (answer === 'ok')
        await fetch('/demo/pay/wechat/sheet', {
          method: 'POST',
          body: new URLSearchParams({ prepay_id, do: 'pay' }),
        });
      done({ err_msg: `get_brand_wcpay_request:${answer}` });
    };
    Object.assign(window, { WeixinJSBridge: { invoke } });
  });
  await scanFree(page, ['CX10001', 'CX10002'], '/index', 2);
  await page.getByRole('radio', { name: /^5 coins/ }).check();
  await page.getByRole('button', { name: new RegExp(say('play:buy.coins')) }).click(untilFree);
  await sees(page.getByText(say('kit:player.pay.unknown')));
  await look(page, '14-refused');
  await button(page, 'kit:player.pay.again').click();
  await sees(page.getByText(say('kit:player.pay.cancelled')));
  await look(page, '15-stopped');
  await button(page, 'kit:player.pay.again').click();
  await ended(page).waitFor(untilFree);
  await context.close();
});
