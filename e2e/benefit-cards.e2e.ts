/** A card on a phone: bought in the shop of a hall, played with at a machine, and what is left of it. */
import { expect, it } from 'vitest';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { demoId } from '#kit/server/demo.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { seriousFindings } from './support/axe.ts';
import { say, shot, watchProblems } from './support/browser.ts';
import { arrivesAt, sees } from './support/page.ts';
import { setStage } from './support/stage.ts';

const { merchant, newContext } = setStage();

/** Simulated customers come and go: the player before a machine waits until it is free. */
const untilFree = { timeout: patient(75_000) };
/** at the second hall; no other journey stands here */
const code = 'CW10012';
const player = 5;
const name = '畅玩月卡';

it('a player buys a card, plays with it, and sees what is left', async () => {
  const context = await newContext({ width: 'phone' });
  const page = await context.newPage();
  const problems = watchProblems(page);
  const look = async (part: string) => {
    await shot(page, `benefit-cards-${part}`);
    expect(await seriousFindings(page), part).toEqual([]);
  };
  // simulated customers leave a machine alone that somebody looks at
  const window = await (await newContext({ width: 'desk' })).newPage();
  await window.goto(`/demo_machine?code=${code}&n=1`);

  const { url } = await merchant.call(fleetContract.readPlayerQr, {
    equipmentId: demoId(`device:${code}`),
  });
  const { pathname, search } = new URL(url);
  await page.goto(`/demo_player?n=${player}&to=${encodeURIComponent(pathname + search)}`);
  await arrivesAt(page, '/index');
  await page.getByRole('link', { name: new RegExp(say('play:cards.title')) }).click();
  await arrivesAt(page, '/benefit_card_shop');
  await sees(page.getByText(name));
  await look('1-shop');
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await arrivesAt(page, '/buy_card');
  await sees(page.getByText(say('cards:buy.terms')));
  await look('2-buy');
  await page.getByRole('button', { name: new RegExp(say('play:payWay.alipay')) }).click();
  await arrivesAt(page, '/start_equip');
  await page.frameLocator('dialog iframe').getByRole('button', { name: '确认付款' }).click();
  await sees(page.getByText(say('play:end.card')));
  await look('3-paid');
  await page.getByRole('link', { name: say('play:start.myCards') }).click();
  await arrivesAt(page, '/my_card');
  await sees(page.getByText(say('cards:left.plays', { count: 3 })));
  await look('4-mine');

  await page.goto(pathname + search);
  await arrivesAt(page, '/index');
  await sees(page.getByText(say('play:pass.card', { count: 3 })));
  const play = page.getByRole('button', { name: say('play:buy.card', { count: 1 }) });
  await play.waitFor(untilFree);
  await look('5-machine');
  await play.click();
  await arrivesAt(page, '/start_equip');
  await page.locator('li[data-mark="done"]').getByText(say('play:step.done')).waitFor(untilFree);
  await sees(page.getByText(say('play:payWay.card')));

  await page.goto('/my_card');
  await sees(page.getByText(say('cards:left.plays', { count: 2 })));
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await arrivesAt(page, '/detail_card');
  await sees(page.getByText(say('cards:detail.today')));
  await sees(page.getByText(say('cards:refund.total')));
  await look('6-detail');
  expect(problems).toEqual([]);
  await context.close();
});
