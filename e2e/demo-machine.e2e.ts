/** /demo_machine: a newcomer pays on the phone, sees the machine move, and lets it fail; the money is right every time. */
import { expect, it } from 'vitest';
import type { Language } from '#kit/kernel/language.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { shot, type Width } from './support/browser.ts';
import { type DemoWindow, openDemoWindow, payAtSheet, untilFree, untilSold } from './support/demo-window.ts';
import { doesNotSee, sees } from './support/page.ts';
import { setStage } from './support/stage.ts';

const stage = setStage();
/** has neither coins nor free plays, so that WeChat is asked */
const payer = 2;
const openWindow = (code: string, width: Width, language: Language, player = 1) =>
  openDemoWindow(stage, { code, width, language, player });

/** One play; a package may be recommended before it. */
const pay = (window: DemoWindow) => payAtSheet(window, '1', 'play:buy.play');

it('who pays sees the claw move and win; a jam brings the money back', async () => {
  const window = await openWindow('CW10001', 'desk', 'en-us', payer);
  const { page, phone, t, work, shows, says, toMachine } = window;
  await untilFree(window);
  await work('win');
  await pay(window);
  await shows('aim');
  await sees(phone.getByText(t('play:end.played')));
  await shot(page, 'demo-machine-1-aim');
  await work('press');
  await shows('lower', 'grip', 'lift', 'home');
  await says(t('showroom:ending.won'));
  await shot(page, 'demo-machine-2-won');
  await toMachine();

  await untilFree(window);
  await work('jam');
  await pay(window);
  await says(t('showroom:ending.stuck'));
  await sees(phone.getByText(t('play:end.refunded')));
  await shot(page, 'demo-machine-3-jam');
  await toMachine();
  // broken, it is not sold
  await sees(phone.getByText(t('play:state.fault')));
  await doesNotSee(phone.getByRole('button', { name: new RegExp(t('play:buy.play')) }));
  await work('mend');
  await sees(phone.getByText(t('play:state.ready')));
  await window.close();
});

it('a package of coins is bought in the phone beside the machine, and all of them come', async () => {
  const window = await openWindow('CX10002', 'phone', 'zh-cn', payer);
  const { page, phone, t, work, shows, tap } = window;
  await work('mend');
  await untilFree(window);
  await phone.getByRole('radio', { name: /^20元22币/ }).check();
  await phone
    .getByRole('button', { name: new RegExp(t('play:buy.coins')) })
    .waitFor({ timeout: patient(30_000) });
  await tap(new RegExp(t('play:buy.coins')));
  await phone.frameLocator('dialog iframe').getByRole('button', { name: '确认付款' }).click();
  await shows('coin');
  await phone.getByText(t('play:end.coins', { counted: 22 })).waitFor({ timeout: patient(75_000) });
  await shot(page, 'demo-machine-package');
  await window.close();
});

it('on a phone, in Chinese: a lost play, and a machine without power is not sold', async () => {
  const window = await openWindow('CW10006', 'phone', 'zh-cn', payer);
  const { page, phone, t, work, shows, says, toMachine } = window;
  await untilFree(window);
  await work('lose');
  await pay(window);
  await shows('aim');
  await work('press');
  await says(t('showroom:ending.lost'));
  await toMachine();
  await work('unplug');
  await says(t('showroom:window.unplugged'));
  await sees(phone.getByText(t('play:state.offline')));
  await doesNotSee(phone.getByRole('button', { name: new RegExp(t('play:buy.play')) }));
  await shot(page, 'demo-machine-4-unplugged');
  await work('plug');
  await sees(phone.getByText(t('play:state.ready')));
  await window.close();
});

it('coins poured into a counter show on the phone as they fall, wait for the player, and are booked once', async () => {
  const window = await openWindow('DP10001', 'phone', 'zh-cn');
  const { page, phone, t, work, shows, tap } = window;
  await untilFree(window);
  const press = (key: string, params = {}) => tap(t(key, params));
  const counted = (state: string, pieces: number) =>
    sees(phone.locator(`[data-state="${state}"]`).getByText(String(pieces), { exact: true }));
  let used = '';
  /** The code on the machine's screen is good for one start: the next one is typed when it stands there. */
  const start = async () => {
    const shown = page.locator('[data-shown-code]');
    const next = async () => ((await shown.textContent()) ?? '').replaceAll(' ', '');
    await expect.poll(async () => (await next()) !== used, untilSold).toBe(true);
    used = await next();
    await phone.getByLabel(t('coins:own.code')).fill(used);
    await press('coins:own.start.coin');
  };
  await start();
  await shows('count');
  await counted('counting', 0);
  await work('feed');
  await work('feed');
  await counted('counting', 20);
  await shot(page, 'demo-machine-5-counting');
  // closing the page loses nothing
  await page.getByRole('button', { name: t('showroom:window.again') }).click();
  await counted('counting', 20);
  await press('coins:own.stop');
  await counted('waiting', 20);
  await page.getByRole('button', { name: t('showroom:window.again') }).click();
  await press('coins:own.confirm.coin', { count: 20 });
  await sees(phone.getByText(t('coins:own.booked.coin', { count: 20 })));
  await shot(page, 'demo-machine-6-booked');
  // a jam: what went through is the player's
  await start();
  await counted('counting', 0);
  await work('feed');
  await counted('counting', 10);
  await work('jam');
  await work('feed');
  await sees(phone.getByText(t('coins:own.stuck', { count: 10 })));
  await press('coins:own.confirm.coin', { count: 10 });
  await sees(phone.getByText(t('coins:own.booked.coin', { count: 10 })));
  await work('mend');
  await window.close();
});
