/** The morning of a merchant: the phone says how the day stands, and the summary comes as chosen. */
import { expect, it } from 'vitest';
import { briefingsContract } from '#features/briefings/contract.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { say, settled, shot } from './support/browser.ts';
import { arrivesAt, button, open, patiently, sees } from './support/page.ts';
import { setStage } from './support/stage.ts';

const { merchant, openPage } = setStage();
const { readToday, readChoice } = briefingsContract;

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
