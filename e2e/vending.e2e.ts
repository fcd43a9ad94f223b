/** Goods on their way: a product, into the lanes of a running machine, filled, planned as a round, tried out. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it, vi } from 'vitest';
import type { LaneDevice } from '#features/machines/vending/contract/records.ts';
import { vendingContract } from '#features/machines/vending/contract.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { say, settled, shot, watchProblems } from './support/browser.ts';
import {
  arrivesAt,
  button,
  choose,
  fillIn,
  isMarked,
  markPage,
  open,
  patiently,
  sees,
} from './support/page.ts';
import { unique } from './support/people.ts';
import { setStage } from './support/stage.ts';

const batch = unique();
const product = `Tea ${batch}`;
/** another one each time, so that the machine has something to take over */
const priceFen = 510 + (Date.now() % 400);

const { merchant, openPage } = setStage();
let page: Page;
let problems: string[];
/** a simulated machine that is connected */
let device: LaneDevice;

async function onlineMachine(): Promise<LaneDevice> {
  const found = await merchant.call(vendingContract.listLaneDevices, { types: ['vending'], size: 100 });
  const connected = found.records.find(({ online }) => online);
  if (!connected) throw new Error('no machine is connected yet');
  return connected;
}

const laneOf = async (lane: number) => {
  const { lanes } = await merchant.call(vendingContract.readLanes, { equipmentId: device.equipmentId });
  return lanes.find((record) => record.lane === lane);
};
const laneBox = (lane: number) =>
  page.getByRole('button', { name: new RegExp(`^${say('vending:front.lane', { lane })}(,|$)`) });
const toMachine = (path: string) => open(page, `${path}?equipmentId=${device.equipmentId}`);

beforeAll(async () => {
  device = await vi.waitFor(onlineMachine, { timeout: patient(120_000), interval: 1000 });
  page = await openPage({ login: 'merchant', width: 'phone' });
  problems = watchProblems(page);
});

it('a product template is added', async () => {
  await open(page, '/addTemplate');
  await button(page, 'vending:template.add').click();
  await fillIn(page, { name: product, priceFen: (priceFen / 100).toFixed(2), costFen: '3' });
  await choose(page, 'type', say('vending:productType.drink'));
  await button(page, 'kit:action.save').click();
  await sees(page.getByText(product));
  await shot(page, 'vending-templates');
});

it('it goes into a lane at its own price, which the machine takes over', async () => {
  await toMachine('/setGoods');
  await markPage(page);
  await laneBox(1).click();
  await button(page, 'vending:goods.assign').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('vending:field.product') })
    .click();
  await page.getByRole('dialog').getByRole('searchbox').fill(product);
  await page.getByRole('button', { name: new RegExp(product) }).click();
  await shot(page, 'vending-goods-form');
  await page.getByRole('button', { name: say('vending:goods.apply_one', { count: 1 }) }).click();
  const takeOut = button(page, 'vending:goods.takeOut');
  if (((await laneOf(1))?.stock ?? 0) > 0) await takeOut.click();
  await sees(page.getByText(say('vending:change.applied')));
  expect(await isMarked(page)).toBe(true);
  expect(await laneOf(1)).toMatchObject({ templateName: product, priceFen, stock: 0 });
  await shot(page, 'vending-goods');
});

it('it is filled at the machine and stands in the record', async () => {
  await toMachine('/replenishment');
  await page
    .getByRole('checkbox', { name: say('vending:replenish.fillLane', { lane: 1 }), exact: true })
    .check();
  await page.getByRole('button', { name: say('vending:replenish.less', { lane: 1 }), exact: true }).click();
  await shot(page, 'vending-fill');
  await page.getByRole('button', { name: say('vending:replenish.confirm', { count: 7 }) }).click();
  await sees(page.getByText(say('vending:replenish.filled_other', { count: 7 })));
  await open(page, '/replenishmentRetails');
  await page.locator('tbody tr, main li').first().click();
  await sees(page.getByRole('dialog').getByText(product));
  await shot(page, 'vending-records');
});

it('a round is packed, gone and ended', async () => {
  await open(page, '/replenishment');
  await page
    .getByRole('checkbox', { name: new RegExp(say('vending:replenish.chooseDevice', { name: '' })) })
    .first()
    .check();
  // prizes on the way make stops of their own; this round is for one machine
  await page.getByLabel(say('vending:replenish.withPrizes')).uncheck();
  await page.getByRole('button', { name: say('vending:replenish.plan', { count: 1 }) }).click();
  await sees(page.getByRole('heading', { name: say('vending:round.stops') }));
  const first = page.getByRole('checkbox').first();
  await first.click();
  await expect.poll(() => first.isChecked(), patiently).toBe(true);
  await shot(page, 'vending-round');
  await page
    .getByRole('link', { name: say('vending:round.fillHere') })
    .first()
    .click();
  await button(page, 'vending:replenish.fillAll').click();
  // where goods have expired, the new ones are dated; one date does for all lanes of a product
  const undated = page.getByText(/lanes? needs? a date/);
  while ((await undated.count()) > 0) {
    await page.locator('[data-undated] button').last().click();
    await page.getByRole('dialog').locator('table button:not([disabled]):not([data-outside])').last().click();
    await settled(page);
  }
  await page.getByRole('button', { name: /^Confirm \d+ filled/ }).click();
  await sees(page.getByText(say('vending:roundState.done'), { exact: true }));
  await shot(page, 'vending-round-done');
});

it('a lane more is laid out, and the machine confirms it', async () => {
  await toMachine('/channelConfiguration');
  const before = (await merchant.call(vendingContract.readLanes, { equipmentId: device.equipmentId })).lanes;
  await page.getByRole('button', { name: say('vending:layout.addLane', { row: 1 }) }).click();
  await shot(page, 'vending-layout');
  await button(page, 'kit:action.save').click();
  await sees(page.getByText(say('vending:change.applied')));
  const after = (await merchant.call(vendingContract.readLanes, { equipmentId: device.equipmentId })).lanes;
  expect(after).toHaveLength(before.length + 1);
});

it('a lane is tried out and says how it went', async () => {
  await toMachine('/vend_test');
  await laneBox(1).click();
  await page.getByRole('button', { name: say('vending:test.startChosen', { count: 1 }) }).click();
  await sees(page.getByRole('button', { name: say('vending:test.stop') }));
  await page
    .getByRole('button', { name: say('vending:test.stop') })
    .waitFor({ state: 'detached', timeout: patient(90_000) });
  const label = await laneBox(1).textContent();
  expect(label).not.toContain(say('vending:test.untested'));
  expect(label).not.toContain(say('vending:test.running'));
  await shot(page, 'vending-test');
});

it('screens about one machine offer to choose when none is named', async () => {
  for (const path of ['/setGoods', '/channelConfiguration', '/vend_test']) {
    await open(page, path);
    await settled(page);
    await sees(page.getByText(device.code));
  }
  await page.getByRole('button', { name: new RegExp(device.code) }).click();
  await arrivesAt(page, '/vend_test');
  await sees(laneBox(1));
  expect(problems).toEqual([]);
});
