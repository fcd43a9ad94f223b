/** A list of many rows: found, sorted, turned over, left and come back to, and taken along as a file. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { sitesContract } from '#features/base/sites/contract.ts';
import { say, settled, shot } from './support/browser.ts';
import { arrivesAt, expectPath, open, patiently, sees } from './support/page.ts';
import { unique } from './support/people.ts';
import { setStage } from './support/stage.ts';

const batch = unique();
const arcades = 27;
const nameOf = (index: number) => `${batch} ${String(index).padStart(2, '0')}`;

const { api, openPage } = setStage();
let page: Page;
beforeAll(async () => {
  const login = await api.login('merchant2');
  const merchant = api.client(login.access_token);
  const add = (name: string, type: 'arcade' | 'cinema') =>
    merchant.call(sitesContract.createSite, { name, type, regionCode: '320506', address: 'Road, "1"' });
  for (let index = 1; index <= arcades; index += 1) await add(nameOf(index), 'arcade');
  for (let index = arcades + 1; index <= arcades + 3; index += 1) await add(nameOf(index), 'cinema');
  page = await openPage({ login });
  // Nobody could answer the dialog here; browsers without it hand the file over as a download.
  await page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));
});

const names = () => page.locator('tbody tr td:first-child').allInnerTexts();
const firstName = () => names().then(([first]) => first?.trim());

it('searches, filters and sorts, and the address says so', async () => {
  await open(page, '/tfaddress');
  await page.getByRole('searchbox').fill(batch);
  await expectPath(page, new RegExp(`name=${batch}`));
  await sees(page.getByText(say('kit:page.total', { count: arcades + 3 })));
  await page.getByRole('combobox', { name: say('sites:field.type') }).click();
  await page.getByRole('option', { name: say('sites:type.arcade'), exact: true }).click();
  await sees(page.getByText(say('kit:page.total', { count: arcades })));
  const header = page.getByRole('columnheader', { name: say('sites:field.name') });
  await header.getByRole('button').click();
  await expect.poll(() => header.getAttribute('aria-sort'), patiently).toBe('ascending');
  await expect.poll(firstName, patiently).toBe(nameOf(1));
  await header.getByRole('button').click();
  await expect.poll(firstName, patiently).toBe(nameOf(arcades));
  await shot(page, 'list-filtered');
});

it('turns the page and comes back to the same rows after a row was looked at', async () => {
  await page.getByRole('button', { name: say('kit:page.pageNumber', { page: 2 }) }).click();
  await expect.poll(firstName, patiently).toBe(nameOf(arcades - 20));
  const before = { names: await names(), url: page.url() };
  await page.locator('tbody tr').nth(2).click();
  await arrivesAt(page, '/edittfaddress');
  await settled(page);
  await shot(page, 'list-row');
  await page.goBack();
  await arrivesAt(page, '/tfaddress');
  await expect.poll(names, patiently).toEqual(before.names);
  expect(page.url()).toBe(before.url);
  await page.reload();
  await arrivesAt(page, '/tfaddress');
  await expect.poll(names, patiently).toEqual(before.names);
});

it('exports all rows of the filter as CSV, not only the page in view', async () => {
  await page.getByRole('button', { name: say('kit:page.export'), exact: true }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: say('kit:page.exportCsv') }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const text = (await readFile(await download.path(), 'utf8')).replace(/^\ufeff/, '');
  const lines = text.trim().split(/\r?\n/);
  expect(lines[0]!.split(',')[0]).toBe(say('sites:field.name'));
  const exported = lines.slice(1).map((line) => line.split(',')[0]);
  const all = Array.from({ length: arcades }, (_, index) => nameOf(arcades - index));
  expect(exported).toEqual(all);
  expect(text).toContain('Road, ""1"""');
});
