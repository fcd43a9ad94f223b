/** The morning of a merchant: the phone says how the day stands, and the summary comes as chosen, also in WeChat. */
import { expect, it } from 'vitest';
import { accountsContract } from '#features/base/accounts/contract.ts';
import { wechatContract } from '#features/base/wechat/contract.ts';
import { briefingsContract } from '#features/insight/briefings/contract.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { menuPages } from '#kit/ui/menu-tree.ts';
import { seriousFindings } from './support/axe.ts';
import { say, settled, shot } from './support/browser.ts';
import { arrivesAt, button, open, patiently, sees } from './support/page.ts';
import { setStage } from './support/stage.ts';

const { merchant, newContext, openPage } = setStage();
const { readToday, readChoice } = briefingsContract;
const inWechat =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36 MicroMessenger/8.0.50';

it('home on a phone shows the day, the days before it and what needs somebody without scrolling', async () => {
  const page = await openPage({ login: 'merchant', width: 'phone', language: 'zh-cn' });
  await open(page, '/home');
  await settled(page);
  const card = page.getByRole('region', { name: say('briefings:home.title', {}, 'zh-cn') });
  const { yesterday, places } = await merchant.call(readToday, {});
  const ofYesterday = card.getByText(`¥${formatFen(yesterday.incomeFen)}`).first();
  await sees(ofYesterday);
  for (const { name } of [places.best[0]!, places.worst[0]!]) await sees(card.getByText(name));
  await shot(page, 'home-phone');
  const sy = (await merchant.call(accountsContract.menuRoutesH5, {})).find(({ code }) => code === 'sy')!;
  const first = menuPages(sy).flatMap(({ path }) => (path === '/home' ? [] : [path]));
  const shortcuts = page.getByRole('navigation', { name: say('home:shortcuts.title', {}, 'zh-cn') });
  expect(
    await shortcuts.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
  ).toEqual([...first.slice(0, 7), '/manage']);
  // the first thing that needs somebody stands above the bar at the foot of the screen
  const attention = await page.locator('#attention').boundingBox();
  const bar = await page.getByRole('navigation').last().boundingBox();
  expect(attention!.y + attention!.height).toBeLessThan(bar!.y);
  await ofYesterday.click();
  await arrivesAt(page, '/business_statistics');
  expect(new URL(page.url()).search).toBe(`?from=${yesterday.day}&to=${yesterday.day}`);
});

it('a summary is chosen, and stays chosen', async () => {
  const before = await merchant.call(readChoice, {});
  const page = await openPage({ login: 'merchant' });
  await open(page, '/briefing_choice');
  const weekly = page.getByRole('checkbox', { name: say('briefings:period.week') });
  const sms = page.getByRole('checkbox', { name: say('briefings:way.sms') });
  await weekly.waitFor();
  await weekly.setChecked(false);
  await sms.setChecked(true);
  await button(page, 'kit:action.save').click();
  await expect
    .poll(() => merchant.call(readChoice, {}), patiently)
    .toMatchObject({ periods: ['day', 'month'], ways: ['message', 'sms'] });
  await page.reload();
  await weekly.waitFor();
  expect([await weekly.isChecked(), await sms.isChecked()]).toEqual([false, true]);
  const { periods, ways } = before;
  await merchant.call(briefingsContract.saveChoice, { periods, ways });
});

it('a WeChat is linked by the code on the desk, chosen for summaries, gets one, and is unlinked', async () => {
  const before = await merchant.call(readChoice, {});
  const desk = await openPage({ login: 'merchant' });
  await open(desk, '/briefing_choice');
  await sees(desk.getByText(say('briefings:preview.title')));
  const wechat = desk.getByRole('checkbox', { name: say('briefings:way.wechat') });
  await desk.getByRole('checkbox', { name: say('briefings:way.sms') }).waitFor();
  expect(await wechat.count()).toBe(0);
  await button(desk, 'wechat:own.link').click();
  const link = await desk.getByRole('link', { name: say('wechat:own.demoOpen') }).getAttribute('href');
  expect(new URL(link!).search).toBe('');
  await shot(desk, 'wechat-code');

  const context = await newContext({ width: 'phone', userAgent: inWechat });
  const phone = await context.newPage();
  await phone.goto(link!, { waitUntil: 'domcontentloaded' });
  const { name } = await merchant.call(accountsContract.info, {});
  await sees(phone.getByRole('heading', { name: say('wechat:page.question', { name }) }));
  expect(await seriousFindings(phone)).toEqual([]);
  expect((await merchant.call(wechatContract.readOwnLink, {})).linkedAt).toBeNull();
  await button(phone, 'wechat:page.yes').click();
  await phone.getByRole('button', { name: '张伟' }).click();
  await sees(phone.getByRole('heading', { name: say('wechat:page.done') }));
  expect(phone.url()).not.toMatch(/code=|state=/);
  await shot(phone, 'wechat-linked');
  // the same code again
  await phone.goto('about:blank');
  await phone.goto(link!, { waitUntil: 'domcontentloaded' });
  await sees(phone.getByText(say('wechat:error.linkEnded')));
  await context.close();

  // the desk has heard of it
  await sees(desk.getByText(say('wechat:own.done')));
  await desk.keyboard.press('Escape');
  await wechat.setChecked(true);
  await button(desk, 'kit:action.save').click();
  await expect.poll(async () => (await merchant.call(readChoice, {})).ways, patiently).toContain('wechat');
  await button(desk, 'briefings:preview.try').click();
  await sees(desk.getByText(say('briefings:preview.sent')));
  const { title } = (await merchant.call(briefingsContract.previewBriefing, {}))!;
  const outbox = await openPage();
  await open(outbox, '/demo_outbox');
  const message = outbox
    .getByRole('listitem')
    .filter({ hasText: say('showroom:page.toWechat', { name: '张伟' }) });
  await sees(message.getByText(title.match(/¥[\d,.]+\d/)![0].replaceAll(',', '')));
  await shot(outbox, 'wechat-outbox');
  await button(desk, 'wechat:own.unlink').click();
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: say('wechat:own.unlink') })
    .click();
  await sees(button(desk, 'wechat:own.link'));
  const { periods, ways } = before;
  await merchant.call(briefingsContract.saveChoice, { periods, ways });
});

it('inside WeChat nothing is scanned: the account’s own page asks, and leads on to the summaries', async () => {
  const context = await newContext({ login: 'merchant', width: 'phone', userAgent: inWechat });
  const page = await context.newPage();
  await open(page, '/account');
  await button(page, 'wechat:own.link').click();
  await arrivesAt(page, '/wechat_link');
  await button(page, 'wechat:page.yes').click();
  await page.getByRole('button', { name: '王美丽' }).click();
  await page.getByRole('link', { name: say('wechat:page.toChoice') }).click();
  await arrivesAt(page, '/briefing_choice');
  await sees(page.getByRole('checkbox', { name: say('briefings:way.wechat') }));
  await merchant.call(wechatContract.unlink, {});
  await context.close();
});
