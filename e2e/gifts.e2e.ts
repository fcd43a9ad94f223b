/** A gift's way on a phone: its type, the gift with its stock, into a machine, and everything in the stock record. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { giftsContract } from '#features/machines/gifts/contract.ts';
import { say, settled, shot, watchProblems } from './support/browser.ts';
import { arrivesAt, button, choose, field, fillIn, open, sees } from './support/page.ts';
import { unique } from './support/people.ts';
import { setStage } from './support/stage.ts';

const batch = unique();
const typeName = `Type ${batch}`;
const giftName = `Bear ${batch}`;
const inWarehouse = 12;
const loaded = 5;

const { merchant, openPage } = setStage();
let page: Page;
let problems: string[];
beforeAll(async () => {
  page = await openPage({ login: 'merchant', width: 'phone' });
  problems = watchProblems(page);
});

const giftOfTheTest = async () => {
  const found = await merchant.call(giftsContract.listGifts, { name: giftName });
  return found.records[0];
};

it('a type and a gift with its first stock are added', async () => {
  await open(page, '/giftType');
  await button(page, 'gifts:types.add').click();
  await fillIn(page, { name: typeName });
  await button(page, 'kit:action.save').click();
  await sees(page.getByText(typeName));
  await shot(page, 'gift-types');

  await open(page, '/giftmanage');
  await button(page, 'gifts:screen.add').click();
  await arrivesAt(page, '/addgift');
  await fillIn(page, { name: giftName, costFen: '12.80', stock: String(inWarehouse), alarmThreshold: '3' });
  await choose(page, 'typeId', typeName);
  await shot(page, 'gift-form');
  await button(page, 'kit:action.save').click();
  await arrivesAt(page, '/giftmanage');
  await sees(page.getByRole('button', { name: giftName }));
  expect(await giftOfTheTest()).toMatchObject({ typeName, costFen: 1280, stock: inWarehouse });
});

it('it is loaded into a machine that waits for one', async () => {
  const { records } = await merchant.call(giftsContract.listPlacements, { state: 'none' });
  const device = records[0];
  // A merchant without machines can not load any; the record below is then about the warehouse alone.
  if (!device) return;
  await open(page, `/giftset?equipmentId=${device.equipmentId}`);
  await button(page, 'gifts:placement.load').click();
  await field(page, 'giftId').click();
  await page.getByRole('searchbox').last().fill(giftName);
  await page.getByRole('dialog').getByRole('button', { name: giftName }).click();
  await fillIn(page, { amount: String(loaded), capacity: '20', alarmThreshold: '2' });
  await settled(page);
  await shot(page, 'gift-load');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('gifts:placement.load'), exact: true })
    .click();
  await sees(page.getByText(say('gifts:unit.ofCapacity', { stock: loaded, capacity: 20 })));
  await sees(page.getByText(`0 → ${loaded}`));
  await shot(page, 'gift-device');
  const gift = await giftOfTheTest();
  expect([gift?.stock, gift?.equipmentStock]).toEqual([inWarehouse - loaded, loaded]);
});

it('the record shows every movement, newest first', async () => {
  const gift = await giftOfTheTest();
  await open(page, `/giftmanage?name=${encodeURIComponent(giftName)}`);
  await page.getByRole('button', { name: giftName }).click();
  const sheet = page.getByRole('dialog');
  await sees(sheet.getByText(`0 → ${inWarehouse}`));
  if (gift?.equipmentNumber) await sees(sheet.getByText(`${inWarehouse} → ${inWarehouse - loaded}`));
  await settled(page);
  await shot(page, 'gift-record');
  await open(page, '/giftmanage?tab=records');
  await sees(page.getByText(giftName));
  expect(problems).toEqual([]);
});
