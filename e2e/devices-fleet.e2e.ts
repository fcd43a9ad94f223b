/** A machine comes into the fleet, gets its label, moves and leaves again; and one changes hands. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { toBuffer } from 'qrcode';
import { expect, it } from 'vitest';
import { devicesContract } from '#features/machines/devices/contract.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { demoId } from '#kit/server/demo.ts';
import { say, settled, shot, type Width } from './support/browser.ts';
import { arrivesAt, button, expectPath, field, open, patiently, screen, sees } from './support/page.ts';
import { unique } from './support/people.ts';
import { setStage } from './support/stage.ts';

const { api, newContext } = setStage();
const home = demoId('site:merchant:1');
const branchName = '天河城电玩馆';
const takerSite = '深圳北站候车厅';

async function newIdentity() {
  const admin = await api.as('admin');
  const [identity] = await admin.call(devicesContract.produceIdentities, {
    type: 'claw',
    model: 'E2E-1',
    count: 1,
  });
  return identity!;
}

async function openAs(account: string, width: Width = 'desk'): Promise<Page> {
  const context = await newContext({ login: account, width });
  return context.newPage();
}

const deviceOf = async (account: string, code: string) =>
  (await (await api.as(account)).call(fleetContract.listDevices, { keyword: code })).records[0];

it.each(['desk', 'phone'] as const)('is registered by typing its code, on a %s', async (width) => {
  const identity = await newIdentity();
  const page = await openAs('merchant', width);
  await open(page, '/ewm');
  await field(page, 'code').fill(identity.code.toLowerCase());
  await button(page, 'fleet:scan.next').click();
  await arrivesAt(page, '/registered');
  await sees(page.getByText(say('fleet:scan.owner.free')));
  await screen(page, '/registered')
    .getByRole('link', { name: say('fleet:register.submit') })
    .click();
  await arrivesAt(page, '/register_equip');
  await field(page, 'claimPin').fill('999999');
  await field(page, 'name').fill(`Machine ${width}`);
  await button(page, 'fleet:register.submit').click();
  await sees(page.getByText(say('devices:error.wrongPin')));
  await field(page, 'claimPin').fill(identity.claimPin);
  await button(page, 'fleet:register.submit').click();
  await sees(page.getByText(say('fleet:register.done')));
  await shot(page, `device-registered-${width}`);
  await open(page, `/equipmentList?keyword=${identity.code}`);
  await sees(page.getByText(`Machine ${width}`));
  await page.context().close();
});

it('is read from a photo of its label where the browser has no reader of its own', async () => {
  const identity = await newIdentity();
  const page = await openAs('merchant', 'phone');
  // Chrome on some systems reads codes by itself
  await page.addInitScript('delete globalThis.BarcodeDetector');
  await open(page, '/ewm');
  const photo = await toBuffer(`https://x.test/index?equipmentId=${identity.code}&s=q1W2e3R4t5`, {
    scale: 6,
  });
  const reader = page.waitForResponse((response) => response.url().endsWith('.wasm'));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'label.png', mimeType: 'image/png', buffer: photo });
  const { type, url } = await reader.then(async (response) => ({
    type: await response.headerValue('content-type'),
    url: new URL(response.url()),
  }));
  expect([type, url.origin]).toEqual(['application/wasm', new URL(page.url()).origin]);
  await arrivesAt(page, '/registered');
  await sees(page.getByText(say('fleet:scan.owner.free')));
  await page.context().close();
});

it('is scanned with WeChat’s own scanner inside WeChat, also when the page was reached from another', async () => {
  const identity = await newIdentity();
  const context = await newContext({
    login: 'merchant',
    width: 'phone',
    userAgent:
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36 MicroMessenger/8.0.50',
  });
  const page = await context.newPage();
  // WeChat's script as far as we use it; the policy of the page still decides whether it may run
  await page.route('https://res.wx.qq.com/**', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `let ready; window.wx = {
        ready: (done) => { ready = done; },
        error: () => {},
        config: (options) => { window.wechatConfig = options; ready(); },
        scanQRCode: ({ success }) => success({ resultStr: 'https://x.test/index?equipmentId=${identity.code}' }),
      };`,
    }),
  );
  await open(page, '/equipmentList');
  await settled(page);
  await button(page, 'fleet:list.scan').click();
  await arrivesAt(page, '/registered');
  await sees(page.getByText(say('fleet:scan.owner.free')));
  const config = await page.evaluate(() => (window as unknown as { wechatConfig?: object }).wechatConfig);
  expect(config).toMatchObject({
    jsApiList: ['scanQRCode'],
    signature: expect.stringMatching(/^[0-9a-f]{40}$/),
  });
  await page.context().close();
});

it('gets its label as a PDF, moves to another site and is unbound', async () => {
  const identity = await newIdentity();
  const merchant = await api.as('merchant');
  const name = `Label ${unique()}`;
  const made = await merchant.call(fleetContract.registerDevice, {
    type: 'claw',
    code: identity.code,
    claimPin: identity.claimPin,
    fieldId: home,
    name,
  });
  const page = await openAs('merchant');
  await open(page, `/equipmentList?keyword=${identity.code}`);
  const row = page.locator('tbody tr', { hasText: identity.code });
  await row.getByRole('checkbox').check();
  await button(page, 'fleet:labels.print').click();
  await arrivesAt(page, '/device_labels');
  await sees(page.getByRole('img', { name: say('fleet:labels.preview') }));
  await shot(page, 'device-labels');
  const downloading = page.waitForEvent('download');
  await button(page, 'fleet:labels.download').click();
  const pdf = await readFile(await (await downloading).path());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');

  await page.goBack();
  await arrivesAt(page, '/equipmentList');
  await row.getByRole('checkbox').check();
  await button(page, 'fleet:move.action').click();
  await field(page, 'fieldId').click();
  await page.getByRole('option', { name: branchName }).click();
  await field(page, 'number').fill(String(20_000 + Math.floor(Math.random() * 70_000)));
  await button(page, 'fleet:move.submit').click();
  await expect
    .poll(async () => (await deviceOf('merchant', identity.code))?.fieldName, patiently)
    .toBe(branchName);
  await sees(row.getByText(branchName));

  await row.getByRole('checkbox').check();
  await button(page, 'fleet:unbind.action').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('fleet:unbind.action') })
    .click();
  await expect.poll(() => deviceOf('merchant', identity.code), patiently).toBeUndefined();
  await sees(page.getByText(say('kit:page.noMatch')));
  const checked = await merchant.call(fleetContract.checkDevice, { equipmentId: made.code });
  expect(checked.owner).toBe('free');
  await page.context().close();
});

it('changes hands: offered by one merchant, accepted by the other, while both look on', async () => {
  const identity = await newIdentity();
  const merchant = await api.as('merchant');
  const { equipmentId } = await merchant.call(fleetContract.registerDevice, {
    type: 'claw',
    code: identity.code,
    claimPin: identity.claimPin,
    fieldId: home,
  });
  const giver = await openAs('merchant');
  const taker = await openAs('merchant2', 'phone');
  await open(taker, '/device_transfers');
  await settled(taker);
  await open(giver, `/equipmentList?keyword=${identity.code}`);
  await giver.locator('tbody tr', { hasText: identity.code }).getByRole('checkbox').check();
  await button(giver, 'fleet:transfer.action').click();
  await field(giver, 'account').fill('merchant2');
  await button(giver, 'fleet:transfer.offer').click();
  await sees(giver.getByText(say('fleet:transfer.state.offered')));
  // The other merchant's page learns of it without being touched.
  const card = taker.getByRole('listitem').filter({ hasText: identity.code });
  await sees(card);
  await shot(taker, 'device-offered');
  await card.getByRole('button', { name: say('kit:page.actions') }).click();
  await taker.getByRole('menuitem', { name: say('fleet:transfer.accept') }).click();
  await field(taker, 'fieldId').click();
  await taker.getByRole('button', { name: takerSite }).click();
  await taker
    .getByRole('dialog')
    .getByRole('button', { name: say('fleet:transfer.accept') })
    .last()
    .click();
  await expect
    .poll(async () => (await deviceOf('merchant2', identity.code))?.code, patiently)
    .toBe(identity.code);
  await sees(giver.getByText(say('kit:page.noMatch')));
  await expect(merchant.call(fleetContract.readDevice, { equipmentId })).rejects.toMatchObject({
    status: 404,
  });
  await giver.context().close();
  await taker.context().close();
});

it('leads from the state tiles of the home page to the devices in that state', async () => {
  const page = await openAs('merchant', 'phone');
  await open(page, '/home');
  await page.locator('a[data-state="offline"]').first().click();
  await arrivesAt(page, '/equipmentList');
  await expectPath(page, /state=offline/);
  await page.context().close();
});
