/** Who the player is: through the simulated WeChat and Alipay, by phone, and what a label says of itself. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { playersContract } from '#features/base/players/contract.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { demoId } from '#kit/server/demo.ts';
import { seriousFindings } from './support/axe.ts';
import { say } from './support/browser.ts';
import { arrivesAt, button, patiently, sees } from './support/page.ts';
import { setStage } from './support/stage.ts';

const { api, merchant, newContext } = setStage();

const phone = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36';
const inWechat = { width: 'phone', userAgent: `${phone} MicroMessenger/8.0.50` } as const;
const inAlipay = { width: 'phone', userAgent: `${phone} AlipayClient/10.5.0` } as const;

/** As a label says it, under the address of this browser. */
async function labelPath(): Promise<string> {
  const equipmentId = demoId('device:CW10001');
  const { url } = await merchant.call(fleetContract.readPlayerQr, { equipmentId });
  const { pathname, search } = new URL(url);
  return pathname + search;
}

const addressOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const playerIn = (page: Page) =>
  page.evaluate(() => {
    const kept = localStorage.getItem('coinyard.player');
    return kept ? (JSON.parse(kept) as { token: string; player: { playerName: string } }) : undefined;
  });

it.each([
  ['WeChat', inWechat, '张伟', 'code'],
  ['Alipay', inAlipay, '刘芳', 'auth_code'],
] as const)(
  '%s is asked who scans a machine, and the page opens with that player',
  async (_, app, name, code) => {
    const context = await newContext(app);
    const page = await context.newPage();
    const path = await labelPath();
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    // the platform's own page, with several people
    await sees(page.getByText(name));
    if (app === inWechat) await page.getByRole('button', { name }).click();
    else {
      await page.getByLabel(name).check();
      await page.getByRole('button').first().click();
    }
    await arrivesAt(page, '/index');
    const wanted = Object.fromEntries(new URL(path, page.url()).searchParams);
    expect(addressOf(page)).toEqual({ ...wanted, playerName: name });
    expect(page.url()).not.toContain(`${code}=`);
    const player = (await playerIn(page))!;
    expect(player.player.playerName).toBe(name);
    expect((await api.client(player.token).call(playersContract.readSelf, {})).playerName).toBe(name);
    expect(await seriousFindings(page)).toEqual([]);
    // and is not asked again
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await arrivesAt(page, '/index');
    await context.close();
  },
);

it('a way back that somebody else made up logs nobody in', async () => {
  const context = await newContext(inWechat);
  const page = await context.newPage();
  await page.goto(`/middleStation?to=%2Findex&provider=wechat&code=stolen&state=${'a'.repeat(40)}`);
  await sees(page.getByText(say('players:error.notBegunHere')));
  expect(await playerIn(page)).toBeUndefined();
  expect(await seriousFindings(page)).toEqual([]);
  await button(page, 'players:ask.without').click();
  await arrivesAt(page, '/index');
  await context.close();
});

it('in any other browser a code on the phone logs in, to where the player wanted to be', async () => {
  const context = await newContext({ width: 'phone' });
  const page = await context.newPage();
  const path = await labelPath();
  await page.goto(`/middleStation?to=${encodeURIComponent(path)}`);
  await arrivesAt(page, '/program/login');
  const number = `137${String(Date.now()).slice(-8)}`;
  await button(page, 'players:phoneLogin.logIn').click();
  await sees(page.getByText(say('kit:validation.phone')));
  await page.getByLabel(say('kit:player.sms.phone')).fill(number);
  await button(page, 'kit:player.sms.send').click();
  await sees(page.getByText(say('kit:player.sms.sent')));
  expect(await seriousFindings(page)).toEqual([]);
  await expect.poll(() => api.codeOf(number), patiently).toBeDefined();
  await page.getByLabel(say('kit:player.sms.code')).fill((await api.codeOf(number))!);
  await button(page, 'players:phoneLogin.logIn').click();
  await arrivesAt(page, '/index');
  expect((await playerIn(page))?.player.playerName).toBe(`${number.slice(0, 3)}****${number.slice(-4)}`);
  await context.close();
});

it('a label that is not ours asks for the number on the machine before anything can be paid', async () => {
  const context = await newContext({ width: 'phone' });
  const page = await context.newPage();
  await page.goto('/index?equipmentId=CW10001&s=AAAAAAAAAA', { waitUntil: 'domcontentloaded' });
  await sees(page.getByRole('heading', { name: say('play:forged.title') }));
  expect(await page.getByText(say('play:buy.logIn')).count()).toBe(0);
  await sees(page.getByText(say('play:forged.ask')));
  expect(await seriousFindings(page)).toEqual([]);
  await button(page, 'play:forged.no').click();
  await sees(page.getByText(say('play:forged.differs')));
  await page.reload({ waitUntil: 'domcontentloaded' });
  await page.getByRole('button', { name: say('play:forged.yes', { number: 1 }) }).click();
  await sees(page.getByText(say('play:buy.logIn')));
  await context.close();
});

it('a player sees what is known, puts the name right and logs out everywhere', async () => {
  const context = await newContext({ width: 'phone' });
  const page = await context.newPage();
  await page.goto(`/demo_player?n=3&to=${encodeURIComponent(await labelPath())}`);
  await arrivesAt(page, '/index');
  const { token } = (await playerIn(page))!;
  await page.getByRole('link', { name: '王美丽' }).click();
  await arrivesAt(page, '/program/my/modifyMaterials');
  const name = page.getByLabel(say('players:self.name'));
  await name.fill('美丽');
  await button(page, 'playerapp:birthday.save').click();
  await sees(page.getByText(say('playerapp:birthday.saved')));
  await expect.poll(async () => (await playerIn(page))?.player.playerName, patiently).toBe('美丽');
  expect(await seriousFindings(page)).toEqual([]);
  // as it was, for a test that looks for the demo's people
  await name.fill('王美丽');
  await button(page, 'playerapp:birthday.save').click();
  await expect.poll(async () => (await playerIn(page))?.player.playerName, patiently).toBe('王美丽');
  await button(page, 'players:self.endAll').click();
  await button(page, 'players:self.endYes').click();
  await sees(page.getByText(say('kit:player.nobody')));
  expect(await playerIn(page)).toBeUndefined();
  const refused = api.client(token).call(playersContract.readSelf, {});
  await expect(refused).rejects.toMatchObject({ status: 401 });
  await context.close();
});
