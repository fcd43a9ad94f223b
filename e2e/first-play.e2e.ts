/** A new merchant with nothing comes to a first paid play by the steps of the home page, in few taps. */
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Language } from '#kit/kernel/language.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { seriousFindings } from './support/axe.ts';
import { say, settled, shot, type Width, watchProblems } from './support/browser.ts';
import { arrivesAt, button, doesNotSee, field, fillIn, open, sees } from './support/page.ts';
import { newPhone, password, unique } from './support/people.ts';
import { setStage } from './support/stage.ts';

const mostTaps = 15;
const { newContext } = setStage();

const people: [Width, Language][] = [
  ['phone', 'zh-cn'],
  ['desk', 'en-us'],
];

it.each(people)('on a %s in %s within fifteen taps from the registration', async (width, language) => {
  const t = (key: string, params = {}) => say(key, params, language);
  const context = await newContext({ width, language });
  const page = await context.newPage();
  const problems = watchProblems(page);
  const taps: string[] = [];
  /** Every press of a button, a link or a choice; typing is none. */
  const tap = async (name: string, target: Locator) => {
    taps.push(name);
    await target.click();
  };
  const press = (key: string) => tap(key, button(page, key, language));
  const keep = (step: string, at: Page = page) => shot(at, `first-play-${width}-${step}`);
  /** No other test sees a merchant on the way. */
  const look = async (name: string, at: Page = page) => {
    await keep(name, at);
    expect(await seriousFindings(at), name).toEqual([]);
  };
  const step = (key: string) => page.locator(`li[data-step="${key}"]`);
  const isDone = (key: string) => sees(page.locator(`li[data-done="${key}"]`));
  const go = (key: string) => tap(key, step(key).getByRole('link', { name: t(`home:start.${key}.action`) }));

  await open(page, '/user_register');
  const phone = newPhone();
  await fillIn(page, { phone });
  await press('kit:ui.sendCode');
  const message = page.getByRole('status').filter({ hasText: phone });
  await sees(message);
  const code = /\b\d{6}\b/.exec((await message.innerText()).replace(phone, ''))?.[0] ?? '';
  await fillIn(page, { code, name: `Shop ${unique()}`, password, repeat: password });
  await tap('agree', field(page, 'agreed'));
  await keep('01-register');
  await press('partners:page.register.submit');
  await arrivesAt(page, '/home');
  await sees(step('site'));
  await settled(page);
  await look('02-home');

  await go('site');
  await arrivesAt(page, '/addaddress');
  await fillIn(page, { name: `Site ${unique()}`, address: '浙江省杭州市西湖区文三路 508 号' });
  await settled(page);
  await keep('03-site');
  await press('kit:action.save');
  await arrivesAt(page, '/home');
  await isDone('site');

  await go('device');
  await arrivesAt(page, '/register_equip');
  const machine = page.getByRole('button', { name: /^CW\d+/ }).filter({ hasText: t('devices:state.online') });
  await sees(machine);
  await look('04-machines');
  await tap('machine', machine.first());
  await fillIn(page, { priceFen: '3' });
  await keep('05-machine');
  await press('fleet:register.submit');
  await arrivesAt(page, '/home');
  // it was connected before it had an owner, and its price was set with it
  for (const key of ['device', 'wifi', 'price']) await isDone(key);
  await look('06-home');

  await press('home:start.samplePapers');
  await isDone('payment');
  await keep('07-home');

  await go('label');
  await arrivesAt(page, '/device_labels');
  await sees(page.getByRole('img', { name: t('fleet:labels.preview') }));
  await keep('08-label');
  const file = page.waitForEvent('download');
  await press('fleet:labels.download');
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/);
  await arrivesAt(page, '/home');
  await isDone('label');
  await settled(page);
  await look('09-home');

  const opened = context.waitForEvent('page');
  await tap('play', step('play').getByRole('link', { name: t('home:start.demoPlayer') }));
  const player = await opened;
  const playersProblems = watchProblems(player);
  await arrivesAt(player, '/index');
  const pay = player.getByRole('button', { name: new RegExp(t('play:buy.play')) });
  // a simulated customer may have come first: their play ends before ours can begin
  await pay.waitFor({ timeout: patient(75_000) });
  await look('10-player', player);
  await tap('pay', pay);
  const wechat: FrameLocator = player.frameLocator('dialog iframe');
  await sees(wechat.getByRole('button', { name: '确认付款' }));
  await keep('11-wechat', player);
  await tap('confirm', wechat.getByRole('button', { name: '确认付款' }));
  await sees(player.getByText(t('play:end.played')));
  await look('12-played', player);

  expect(taps.length, taps.join(' → ')).toBeLessThanOrEqual(mostTaps);

  // the steps have led where they lead, and go by themselves
  await doesNotSee(page.getByText(t('home:start.firstPlay')));
  await settled(page);
  await look('13-home');
  expect([...problems, ...playersProblems]).toEqual([]);
  await context.close();
});
