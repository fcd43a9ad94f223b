/**
 * The logic that lives in the page patterns themselves, tried on the gallery: it shows every pattern with real data, so
 * that no harness has to be built for them. What the server can not be made to do is played by answering for it.
 */
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { sitesContract } from '#features/base/sites/contract.ts';
import { galleryContract } from '#features/demo/gallery/contract.ts';
import { demoId } from '#kit/server/demo.ts';
import { say, settled } from './support/browser.ts';
import {
  button,
  doesNotSee,
  expectPath,
  field,
  fillIn,
  isMarked,
  markPage,
  open,
  patiently,
  sees,
} from './support/page.ts';
import { type PersonOptions, setStage } from './support/stage.ts';

const { api, openPage, closeAll } = setStage();
afterEach(closeAll);

async function openPart(part: string, options: PersonOptions = {}): Promise<Page> {
  const page = await openPage(options);
  await open(page, `/_kit?part=${part}`);
  await settled(page);
  return page;
}

const cities = (input: object) => api.client().call(galleryContract.listCities, input);
const body = (page: Page) => page.locator('tbody tr');
const total = (page: Page, count: number) => sees(page.getByText(say('kit:page.total', { count })));
const chosen = (page: Page, count: number) => page.getByText(say('kit:page.selected', { count }));
const rowBox = (page: Page, index: number) =>
  page.getByRole('checkbox', { name: say('kit:page.selectRow') }).nth(index);

describe('a list', () => {
  it('says that nothing matches, and shows everything again when the filters are cleared', async () => {
    const all = await cities({});
    const page = await openPart('list');
    await total(page, all.total);
    await page.getByRole('searchbox').fill('no such city');
    await sees(page.getByText(say('kit:page.noMatch')));
    await button(page, 'kit:page.clearFilters').click();
    await total(page, all.total);
    expect(await page.getByRole('searchbox').inputValue()).toBe('');
  });

  it('sets filters on a phone together, and only when they are applied', async () => {
    const [all, split] = [await cities({}), await cities({ split: true })];
    const page = await openPart('list', { width: 'phone' });
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes(galleryContract.listCities.path)) asked.push(request.url());
    });
    await button(page, 'kit:page.filters').click();
    const sheet = page.getByRole('dialog');
    const choice = sheet.getByRole('combobox', { name: say('gallery:list.split') });
    await choice.click();
    await page.getByRole('option', { name: say('gallery:split.yes'), exact: true }).click();
    await settled(page);
    // a short list on a tall phone goes on by itself, but unfiltered
    expect(asked.filter((url) => url.includes('split='))).toEqual([]);
    await sheet.getByRole('button', { name: say('kit:page.applyFilters') }).click();
    await doesNotSee(sheet);
    await expectPath(page, /split=/);
    await sees(page.getByRole('button', { name: say('kit:page.filtersActive', { count: 1 }) }));
    expect(split.total).toBeLessThan(all.total);
    await expect.poll(() => asked.some((url) => /split=true|split=1/.test(url)), patiently).toBe(true);
  });

  it('counts what is selected, selects a whole page, and asks before it acts on them', async () => {
    const page = await openPart('list');
    await rowBox(page, 0).check();
    await rowBox(page, 2).check();
    await sees(chosen(page, 2));
    await page.getByRole('checkbox', { name: say('kit:page.selectAll') }).check();
    await sees(chosen(page, await body(page).count()));
    await page.getByRole('checkbox', { name: say('kit:page.selectAll') }).uncheck();
    await doesNotSee(page.getByText(/\d+ selected/));
    await rowBox(page, 1).check();
    await button(page, 'kit:action.copy').click();
    const question = page.getByRole('dialog');
    await sees(question.getByText(say('gallery:list.copyTitle', { count: 1 })));
    await question.getByRole('button', { name: say('kit:action.cancel') }).click();
    await sees(chosen(page, 1));
    await button(page, 'kit:action.copy').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('kit:action.copy') })
      .click();
    await doesNotSee(chosen(page, 1));
  });

  it('opens a row beside the list and keeps the address, and the keyboard reaches it too', async () => {
    const page = await openPart('list');
    const name = (await body(page).nth(1).locator('td').nth(1).innerText()).trim();
    await body(page).nth(1).locator('td').nth(1).click();
    await sees(page.getByRole('dialog').getByText(name).first());
    await page.keyboard.press('Escape');
    await doesNotSee(page.getByRole('dialog'));
    await body(page).first().focus();
    await page.keyboard.press('Enter');
    await sees(page.getByRole('dialog'));
  });

  it('hides a column for this person only, also after a reload', async () => {
    const page = await openPart('list');
    const header = page.getByRole('columnheader', { name: say('gallery:list.id') });
    await sees(header);
    await page.getByRole('button', { name: say('kit:page.columns') }).click();
    await page.getByRole('menuitemcheckbox', { name: say('gallery:list.id'), exact: true }).click();
    await doesNotSee(header);
    await page.reload();
    await sees(body(page));
    expect(await header.count()).toBe(0);
  });

  it('says what failed and loads again on demand', async () => {
    const page = await openPage();
    const path = `**${galleryContract.listCities.path}*`;
    await page.route(path, (route) =>
      route.fulfill({ status: 503, json: { code: 503, success: false, msg: 'Busy' } }),
    );
    await open(page, '/_kit?part=list');
    await sees(page.getByText(say('kit:ui.loadFailed')));
    await page.unroute(path);
    await button(page, 'kit:action.retry').click();
    await sees(body(page));
  });
});

describe('an export', () => {
  const download = async (page: Page) => {
    await page.getByRole('button', { name: say('kit:page.export'), exact: true }).click();
    await page.getByRole('menuitem', { name: say('kit:page.exportCsv') }).click();
  };

  it('can be broken off while it runs, and says nothing of success then', async () => {
    const page = await openPage({ login: 'merchant' });
    await page.addInitScript(() => Object.assign(window, { showSaveFilePicker: undefined }));
    // never answered: the person breaks it off
    await page.route('**/export*', () => undefined);
    await open(page, '/tfaddress');
    await settled(page);
    await download(page);
    const dialog = page.getByRole('dialog');
    await sees(dialog.getByText(say('kit:page.exporting')));
    await dialog.getByRole('button', { name: say('kit:action.cancel') }).click();
    await doesNotSee(dialog);
    expect(await page.getByText(say('kit:page.exported')).count()).toBe(0);
  });
});

describe('a form', () => {
  const message = (page: Page, name: string) => field(page, name).getAttribute('aria-invalid');

  it('shows every wrong field at once and brings the first into focus', async () => {
    const page = await openPart('form');
    await fillIn(page, { contact: '123' });
    await button(page, 'kit:action.save').click();
    await expect.poll(() => message(page, 'contact'), patiently).toBe('true');
    expect(await message(page, 'name')).toBe('true');
    await expect
      .poll(
        () =>
          page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field')),
        patiently,
      )
      .toBe('name');
  });

  it('takes a complaint away as soon as the field is changed', async () => {
    const page = await openPart('form');
    await button(page, 'kit:action.save').click();
    await expect.poll(() => message(page, 'name'), patiently).toBe('true');
    await fillIn(page, { name: 'Corner shop' });
    await expect.poll(() => message(page, 'name'), patiently).not.toBe('true');
    expect(await message(page, 'contact')).toBe('true');
  });

  it('asks for what another answer makes necessary, and only then', async () => {
    const page = await openPart('form');
    expect(await field(page, 'rentFen').count()).toBe(0);
    await page.getByRole('switch', { name: say('gallery:form.rents') }).check({ force: true });
    await sees(field(page, 'rentFen'));
    await page.getByRole('switch', { name: say('gallery:form.rents') }).uncheck({ force: true });
    await doesNotSee(field(page, 'rentFen'));
  });

  it('is not left with unsaved input without a question', async () => {
    const page = await openPart('form');
    await fillIn(page, { name: 'Corner shop' });
    await page.getByRole('banner').getByRole('link').first().click();
    const question = page.getByRole('dialog');
    await sees(question.getByText(say('kit:page.leaveTitle')));
    await question.getByRole('button', { name: say('kit:action.cancel') }).click();
    await doesNotSee(question);
    expect(await field(page, 'name').inputValue()).toBe('Corner shop');
    await page.getByRole('banner').getByRole('link').first().click();
    await question.getByRole('button', { name: say('kit:page.leave') }).click();
    await expectPath(page, /^\/login/);
  });
});

describe('a wizard', () => {
  const next = (page: Page) => button(page, 'kit:page.nextStep').click();

  it('goes on only with a complete step, keeps what was typed over a reload, and sums it up before it is sent', async () => {
    const page = await openPart('wizard');
    await next(page);
    await expect.poll(() => field(page, 'name').getAttribute('aria-invalid'), patiently).toBe('true');
    await fillIn(page, { name: 'Corner shop', contact: '13800000003' });
    await next(page);
    await sees(field(page, 'priceFen'));
    await page.reload();
    await sees(field(page, 'priceFen'));
    await markPage(page);
    await button(page, 'kit:page.previousStep').click();
    await expect.poll(() => field(page, 'name').inputValue(), patiently).toBe('Corner shop');
    await next(page);
    await fillIn(page, { priceFen: '12.50' });
    await next(page);
    await sees(page.getByRole('heading', { name: say('kit:page.summary') }));
    await sees(page.getByText('Corner shop'));
    await sees(page.getByText('12.50'));
    await button(page, 'kit:action.submit').click();
    await sees(page.getByText(say('gallery:wizard.sent')));
    expect(await isMarked(page)).toBe(true);
    await page.reload();
    await sees(field(page, 'name'));
    expect(await field(page, 'name').inputValue()).toBe('');
  });
});

describe('the map of a place', () => {
  const tile = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkqF/9HwAEegJ/2aRkPQAAAABJRU5ErkJggg==',
    'base64',
  );
  const siteId = demoId('site:merchant:1');
  const source = { url: '/map/tiles/{z}/{x}/{y}', isWgs84: true, maxZoom: 18, attribution: 'Test tiles' };
  const sketch = (page: Page) => page.getByRole('application', { name: say('kit:ui.mapSketch') });
  const tiles = (page: Page) => page.getByRole('application', { name: say('kit:ui.mapTiles') });

  async function openMap(answer: 'tiles' | 'no tiles' | 'none configured', width: 'desk' | 'phone' = 'desk') {
    const page = await openPage({ login: 'merchant', width });
    if (answer !== 'none configured')
      await page.route('**/map/tiles/source', (route) =>
        route.fulfill({ json: { code: 200, success: true, data: { tiles: source }, msg: '' } }),
      );
    await page.route(/\/map\/tiles\/\d+\/\d+\/\d+$/, (route) =>
      answer === 'tiles' ? route.fulfill({ contentType: 'image/png', body: tile }) : route.abort(),
    );
    await page.route('**/map/ws/place/**', (route) =>
      route.fulfill({ json: { status: 0, message: '', data: [] } }),
    );
    await open(page, `/editaddress?id=${siteId}`);
    await page.locator('button[data-field="latitude"]').click();
    return page;
  }

  it.each(['desk', 'phone'] as const)('is made of tiles where there are some (%s)', async (width) => {
    const { latitude, longitude } = await api.of('merchant').call(sitesContract.readSite, { id: siteId });
    const page = await openMap('tiles', width);
    await sees(tiles(page).locator('img.leaflet-tile-loaded').first());
    await sees(tiles(page).getByText('Test tiles'));
    await sees(tiles(page).locator('.leaflet-marker-icon'));
    const box = (await tiles(page).boundingBox())!;
    const told = (name: string) => page.getByLabel(say(name)).inputValue().then(Number);
    const tap = async (px: number) => {
      const before = await told('kit:ui.latitude');
      await page.mouse.click(box.x + box.width / 2 + px, box.y + box.height / 2 + px);
      await expect.poll(() => told('kit:ui.latitude'), patiently).not.toBe(before);
      return [await told('kit:ui.latitude'), await told('kit:ui.longitude')] as const;
    };
    // the site is in the middle of two taps, told as Chinese maps tell it; satellites say some hundred metres beside
    const [below, above] = [await tap(50), await tap(-50)];
    expect(below[0]).toBeLessThan(above[0]);
    expect((below[0] + above[0]) / 2).toBeCloseTo(latitude!, 3);
    expect((below[1] + above[1]) / 2).toBeCloseTo(longitude!, 3);
  });

  it('is a sketch where no tiles are configured, and where none of them come', async () => {
    const without = await openMap('none configured');
    await sees(sketch(without));
    const broken = await openMap('no tiles');
    await sees(sketch(broken));
    await doesNotSee(tiles(broken));
  });
});
