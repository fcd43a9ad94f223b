/** A deal of Douyin from the platform to the machine: authorise, map, verify by code and by scan, play with it, cancel refused. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { groupBuysContract } from '#features/loyalty/groupbuys/contract.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { demoId } from '#kit/server/demo.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { seriousFindings } from './support/axe.ts';
import { say, shot, watchProblems } from './support/browser.ts';
import { arrivesAt, button, choose, fillIn, open, patiently, sees } from './support/page.ts';
import { setStage } from './support/stage.ts';

const { merchant, newContext } = setStage();

/** Simulated customers come and go: the player before a machine waits until it is free. */
const untilFree = { timeout: patient(75_000) };
/** at the second hall; no other journey stands here */
const machine = 'CW10015';
const fieldId = demoId('site:merchant:2');
const player = { number: 2, name: '张伟', phone: '13900000002' };
const platform = 'douyin';
const { listAccounts, listStores, listDeals, listVerifications, unbindStores } = groupBuysContract;

const dealName = '抓娃娃 5 次卡';
const plays = say('groupbuys:worth.freePlay', { count: 1, days: 7 });

async function look(page: Page, part: string): Promise<void> {
  await shot(page, `group-buys-${part}`);
  expect(await seriousFindings(page), part).toEqual([]);
}

async function storeThere() {
  const { records } = await merchant.call(listStores, { platform, name: '天河城' });
  return records[0]!;
}

/** What a customer holds after a purchase at the platform. */
async function buy(page: Page): Promise<{ code: string; qr: string }> {
  await page.goto(`/demo/deals/${platform}/buy`);
  await page.getByRole('button', { name: dealName }).click();
  const bought = page.locator('[data-code]');
  await sees(bought);
  return {
    code: (await bought.getAttribute('data-code')) ?? '',
    qr: (await bought.getAttribute('data-qr')) ?? '',
  };
}

/** As a scanner at the keyboard types it: at once, with Enter at its end, no field having the focus. */
async function scan(page: Page, text: string): Promise<void> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.evaluate((typed) => {
    for (const key of [...typed, 'Enter'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }, text);
}

const codeBox = (page: Page) => page.getByRole('textbox', { name: say('groupbuys:page.code') });

async function giveTo(page: Page, phone: string): Promise<void> {
  await sees(page.getByText(plays, { exact: true }));
  await page.getByRole('textbox', { name: say('groupbuys:page.forWhom') }).fill(phone);
  await button(page, 'groupbuys:page.takeMember').click();
  await sees(page.getByText(player.name));
}

it('a merchant authorises, binds a store and says what a deal gives', async () => {
  const context = await newContext({ width: 'desk', login: 'merchant' });
  const page = await context.newPage();
  const problems = watchProblems(page);
  await open(page, '/douyin?tab=accounts');
  const opened = context.waitForEvent('page');
  await button(page, 'groupbuys:page.authorise').click();
  const theirs = await opened;
  await theirs.getByRole('button', { name: /星光电玩/ }).click();
  await sees(theirs.getByText('授权成功'));
  await theirs.close();
  await expect
    .poll(async () => (await merchant.call(listAccounts, { platform })).records[0]?.state, patiently)
    .toBe('active');
  const store = await storeThere();
  // the demo has bound it, or a try before
  if (store.bound) await merchant.call(unbindStores, { ids: [store.id] });
  await open(page, `/shopDetail?id=${store.id}`);
  await sees(page.getByText(say('groupbuys:page.closed')));
  await page.getByRole('button', { name: new RegExp(store.name) }).click();
  await page.getByRole('menuitem', { name: say('groupbuys:page.bind') }).click();
  await choose(page, 'fieldId', '天河城电玩馆');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('groupbuys:page.bind') })
    .click();
  await sees(codeBox(page));
  await look(page, '1-store');

  await expect
    .poll(async () => (await merchant.call(listDeals, { platform, title: dealName })).total, patiently)
    .toBe(1);
  await open(page, '/groupPackage');
  await page
    .getByRole('row', { name: new RegExp(dealName) })
    .getByRole('button')
    .last()
    .click();
  await page.getByRole('menuitem', { name: say('groupbuys:page.map') }).click();
  await page.getByRole('radio', { name: say('groupbuys:worthKind.freePlay') }).check();
  await fillIn(page, { amount: '1', days: '7' });
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('groupbuys:page.map') })
    .click();
  await sees(page.getByText(plays).first());
  await look(page, '2-deals');
  expect(problems).toEqual([]);
});

it('a clerk verifies by code and by scan, the player plays with it, and what is used is not cancelled', async () => {
  const desk = await newContext({ width: 'phone', login: 'merchant' });
  const page = await desk.newPage();
  const problems = watchProblems(page);
  const { code, qr } = await buy(await desk.newPage());
  const store = await storeThere();
  await open(page, `/shopDetail?id=${store.id}`);
  await sees(codeBox(page));
  await look(page, '3-counter');
  await codeBox(page).fill(code);
  await button(page, 'groupbuys:page.lookUp').click();
  await giveTo(page, player.phone);
  await look(page, '4-give');
  await button(page, 'groupbuys:page.verify').click();
  await sees(page.getByText(say('groupbuys:page.result.good')));
  await sees(page.getByText(say('groupbuys:page.usesLeft', { count: 4 })));
  await look(page, '5-given');
  // the same code once more, as the customer's QR: a short link of the platform
  await button(page, 'groupbuys:page.next').click();
  await sees(codeBox(page));
  await scan(page, qr);
  await giveTo(page, player.phone);
  await button(page, 'groupbuys:page.verify').click();
  await sees(page.getByText(say('groupbuys:page.usesLeft', { count: 3 })));
  expect(problems).toEqual([]);

  const phone = await (await newContext({ width: 'phone' })).newPage();
  const window = await (await newContext({ width: 'desk' })).newPage();
  await window.goto(`/demo_machine?code=${machine}&n=1`);
  const { url } = await merchant.call(fleetContract.readPlayerQr, {
    equipmentId: demoId(`device:${machine}`),
  });
  const { pathname, search } = new URL(url);
  for (let uses = 0; uses < 2; uses++) {
    await phone.goto(`/demo_player?n=${player.number}&to=${encodeURIComponent(pathname + search)}`);
    await arrivesAt(phone, '/index');
    const play = phone.getByRole('button', { name: say('play:buy.freePlay', { count: 1 }) });
    await play.click(untilFree);
    await arrivesAt(phone, '/start_equip');
    await phone.locator('li[data-mark="done"]').getByText(say('play:step.done')).waitFor(untilFree);
  }

  const given = { platform, state: 'granted', fieldId } as const;
  const before = await merchant.call(listVerifications, given);
  expect(before.records.slice(0, 2).map(({ playerName }) => playerName)).toEqual([player.name, player.name]);
  const office = await (await newContext({ width: 'desk', login: 'merchant' })).newPage();
  await open(office, `/verificationDetail?storeId=${store.id}`);
  await look(office, '6-records');
  // plays that were got first are used first
  await office
    .getByRole('row', { name: new RegExp(player.name) })
    .last()
    .getByRole('button')
    .last()
    .click();
  await office.getByRole('menuitem', { name: say('groupbuys:page.cancel') }).click();
  await fillIn(office, { reason: 'the customer asked' });
  await office
    .getByRole('dialog')
    .getByRole('button', { name: say('groupbuys:page.cancel') })
    .click();
  await sees(office.getByText(say('groupbuys:error.used')));
  await look(office, '7-refused');
  expect((await merchant.call(listVerifications, given)).total).toBe(before.total);
});

it('a player redeems a code on the phone', async () => {
  const context = await newContext({ width: 'phone' });
  const page = await context.newPage();
  const problems = watchProblems(page);
  const { code } = await buy(page);
  const own = `/program/groupBuy?fieldId=${fieldId}`;
  await page.goto(`/demo_player?n=${player.number}&to=${encodeURIComponent(own)}`);
  await arrivesAt(page, '/program/groupBuy');
  await page.getByRole('textbox', { name: say('groupbuys:own.code') }).fill(code);
  await look(page, '8-own');
  await button(page, 'groupbuys:own.lookUp').click();
  await sees(page.getByText(plays, { exact: true }));
  await button(page, 'groupbuys:own.redeem').click();
  await sees(page.getByText(say('groupbuys:own.result.done', { worth: plays })));
  await look(page, '9-redeemed');
  expect(problems).toEqual([]);
});
