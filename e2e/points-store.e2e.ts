/** Points at work: earned, exchanged for a gift on the phone and fetched at the counter; and exchanged at the counter itself. */
import { expect, it } from 'vitest';
import { handoverContract } from '#features/loyalty/handover/contract.ts';
import { pointsContract } from '#features/loyalty/points/contract.ts';
import { playerAppContract } from '#features/people/playerapp/contract.ts';
import { demoId } from '#kit/server/demo.ts';
import { seriousFindings } from './support/axe.ts';
import { say, shot, watchProblems } from './support/browser.ts';
import { arrivesAt, sees } from './support/page.ts';
import { setStage } from './support/stage.ts';

const { merchant, newContext } = setStage();

const fieldId = demoId('site:merchant:1');
const good = '胖达手机支架';
const atCounter = { name: '小熊抱枕 浅棕', barcode: '6970000100018' };
const player = 2;

it('a player exchanges points for a gift and fetches it at the counter', async () => {
  const { records } = await merchant.call(pointsContract.listHoldings, { size: 100 });
  const held = records.find(({ playerName }) => playerName === '张伟')!;
  await merchant.call(pointsContract.adjustPoints, {
    playerId: held.playerId,
    fieldId,
    unit: 'point',
    direction: 'add',
    amount: 1900,
    reason: '周末活动',
  });

  const context = await newContext({ width: 'phone' });
  const page = await context.newPage();
  const problems = watchProblems(page);
  const look = async (part: string) => {
    await shot(page, `points-store-${part}`);
    expect(await seriousFindings(page), part).toEqual([]);
  };
  const store = `/subIntegralStore?fieldId=${fieldId}`;
  await page.goto(`/demo_player?n=${player}&to=${encodeURIComponent(store)}`);
  await arrivesAt(page, '/subIntegralStore');
  await sees(page.getByText(good));
  await look('1-store');
  await page.getByRole('link', { name: new RegExp(good) }).click();
  await arrivesAt(page, '/subIntegralStore/exchangeGood');
  const price = say('stock:price.points', { count: 600 });
  const exchange = page.getByRole('button', { name: say('exchange:wish.exchangeFor', { price }) });
  await sees(exchange);
  await look('2-exchange');
  await exchange.click();
  await arrivesAt(page, '/subIntegralStore/order');
  await sees(page.getByText(say('handover:claim.show')));
  await look('3-code');

  const own = await merchant.call(handoverContract.listHandovers, {
    playerId: held.playerId,
    state: 'ready',
  });
  expect(own.records.map(({ goods }) => goods)).toContain(`${good} ×1`);
  const code = (await page.locator('text=/^([0-9A-Z]{4} ){2}[0-9A-Z]{4}$/').first().textContent()) ?? '';

  const desk = await (await newContext({ width: 'phone', login: 'merchant' })).newPage();
  await desk.goto('/integralStore2/sell');
  await desk.getByLabel(say('kit:thing.siteLabel'), { exact: true }).click();
  await desk.getByRole('dialog').getByText(own.records[0]!.fieldName!).first().click();
  const box = desk.getByRole('textbox', { name: say('exchange:counter.scan') });
  const scan = async (text: string) => {
    await box.fill(text);
    await box.press('Enter');
  };
  await scan(`CYP${code.replaceAll(' ', '')}`);
  await desk.getByRole('button', { name: say('handover:handOut.give') }).click();
  await sees(desk.getByText(say('handover:handOut.done')));

  await sees(page.getByText(say('handover:state.done')));
  await look('4-fetched');

  const shown = page.waitForResponse((answer) =>
    answer.url().includes(playerAppContract.readMemberCodes.path),
  );
  await page.goto('/program/membershipCode');
  const { data } = (await (await shown).json()) as { data: { codes: { code: string }[] } };
  await scan(atCounter.barcode);
  await sees(desk.getByRole('button', { name: say('exchange:counter.remove', { name: atCounter.name }) }));
  await scan(data.codes[0]!.code);
  await sees(desk.getByText('张伟'));
  await desk.getByRole('button', { name: say('exchange:counter.ask') }).click();
  await page.getByRole('button', { name: say('exchange:ask.yes') }).click();
  await sees(desk.getByText(say('exchange:counter.result.done')));
  expect(await seriousFindings(desk), 'counter').toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});
