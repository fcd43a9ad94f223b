/** What every page has around it: languages, appearance, addresses, ways back, and what happens when something fails. */
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accountsContract } from '#features/base/accounts/contract.ts';
import type { TokenAnswer } from '#kit/ui/session-keeper.ts';
import { say, settled, shot, watchProblems } from './support/browser.ts';
import {
  arrivesAt,
  button,
  doesNotSee,
  expectPath,
  field,
  fillIn,
  isMarked,
  markPage,
  menuEntry,
  open,
  patiently,
  sees,
} from './support/page.ts';
import { hireStaff, password } from './support/people.ts';
import { type PersonOptions, setStage } from './support/stage.ts';

const { api, openPage, closeAll } = setStage();
let login: TokenAnswer;
beforeAll(async () => {
  login = await api.login('merchant');
});
afterEach(closeAll);

const newPage = (options: PersonOptions = {}) => openPage({ login, ...options });

describe('the language', () => {
  it('changes without a reload and stays', async () => {
    const page = await newPage();
    await open(page, '/tfaddress');
    await markPage(page);
    await page.getByRole('button', { name: say('app:shell.language'), exact: true }).click();
    await page.getByRole('menuitem', { name: say('app:shell.zhCn') }).click();
    await expect.poll(() => page.title(), patiently).toBe(say('sites:screen.list', {}, 'zh-cn'));
    // names of the menu come from the server, in the language of the reader
    await sees(page.getByRole('link', { name: say('alerts:screen.list', {}, 'zh-cn'), exact: true }));
    await sees(button(page, 'sites:list.add', 'zh-cn'));
    expect(await isMarked(page)).toBe(true);
    await shot(page, 'shell-chinese');
    await page.reload();
    await arrivesAt(page, '/tfaddress');
    expect(await page.title()).toBe(say('sites:screen.list', {}, 'zh-cn'));
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
  });

  it('is Chinese until somebody chooses another, whatever the browser prefers', async () => {
    const page = await newPage({ login: undefined });
    await page.context().clearCookies();
    const answer = await page.goto('/login');
    expect(await answer?.text()).not.toContain('en-us');
    await sees(page.getByRole('heading', { name: say('accounts:screen.login', {}, 'zh-cn') }));
    expect(await page.evaluate(() => navigator.language)).toBe('en-US');
  });

  it('changes before login too', async () => {
    const page = await newPage({ login: undefined, width: 'phone' });
    await open(page, '/login');
    await page.getByRole('button', { name: say('app:shell.zhCn') }).click();
    await sees(page.getByRole('heading', { name: say('accounts:screen.login', {}, 'zh-cn') }));
  });
});

it('keeps dark appearance over reloads and before login', async () => {
  const page = await newPage();
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
  await open(page, '/home');
  expect(await scheme()).toBe('light');
  await page.getByRole('button', { name: say('app:shell.scheme'), exact: true }).click();
  await page.getByRole('menuitem', { name: say('app:shell.dark') }).click();
  await expect.poll(scheme, patiently).toBe('dark');
  await settled(page);
  await shot(page, 'shell-dark');
  await page.reload();
  await arrivesAt(page, '/home');
  expect(await scheme()).toBe('dark');
  await page.evaluate(() => localStorage.removeItem('coinyard.session'));
  await page.goto('/login');
  await arrivesAt(page, '/login');
  expect(await scheme()).toBe('dark');
  await shot(page, 'shell-dark-login');
});

it('tells a person who may not open a page whom to ask', async () => {
  const person = await hireStaff(api, ['sites.view']);
  const owner = await (await api.as('merchant')).call(accountsContract.info, {});
  const page = await newPage({ login: await api.login(person.account, password) });
  await page.goto('/managezzh');
  await sees(page.getByText(say('app:forbidden.ask', { name: owner.name })));
  await shot(page, 'shell-forbidden');
});

it('helps a person who mistyped an address', async () => {
  const page = await newPage();
  const answer = await page.goto('/tfadress');
  expect(answer?.status()).toBe(404);
  await sees(page.locator('[data-system-page="notFound"]'));
  await shot(page, 'shell-not-found');
  await page.locator('[data-system-page="notFound"] a[href="/tfaddress"]').click();
  await arrivesAt(page, '/tfaddress');
});

it('opens a page by the path that the menu of standard clients has for it, and says in its head what it is', async () => {
  const page = await newPage();
  const problems = watchProblems(page);
  await page.goto('/my/people/managezzh?current=1');
  await arrivesAt(page, '/managezzh');
  expect(new URL(page.url()).search).toBe('?current=1');
  const described = () => page.locator('meta[name=description]').getAttribute('content');
  expect(await described()).toBe(
    `${say('team:screen.staff', {}, 'en-us')} · ${say('kit:about.staff', {}, 'en-us')}`,
  );
  await page.goto('/program');
  expect(await described()).toContain(say('kit:about.player', {}, 'en-us'));
  await settled(page);
  expect(problems).toEqual([]);
});

describe('a page around ours', () => {
  const sendBack = (page: Page) => page.evaluate(() => window.postMessage({ type: 'BACK' }, '*'));
  const goTwoSteps = async (page: Page) => {
    await open(page, '/home');
    await page.locator('a[href="/manage"]').first().click();
    await arrivesAt(page, '/manage');
  };

  it('can not send us back when its origin is not listed', async () => {
    const page = await newPage();
    await goTwoSteps(page);
    await sendBack(page);
    await settled(page);
    expect(new URL(page.url()).pathname).toBe('/manage');
  });

  const newTrustingPage = async () => {
    const page = await newPage();
    await page.route('**/*', async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const answer = await route.fetch();
      const listed = (origins: string[]) => `"trustedParentOrigins":${JSON.stringify(origins)}`;
      const body = (await answer.text()).replace(listed([]), listed([api.baseUrl]));
      return route.fulfill({ response: answer, body });
    });
    return page;
  };

  it('can when its origin is listed', async () => {
    const page = await newTrustingPage();
    await goTwoSteps(page);
    await sendBack(page);
    await arrivesAt(page, '/home');
  });

  it('closes a question over the list of devices instead of leaving it', async () => {
    const page = await newTrustingPage();
    await open(page, '/home');
    await open(page, '/equipmentList');
    await settled(page);
    await page.locator('tbody tr').first().getByRole('checkbox').check();
    await button(page, 'fleet:unbind.action').click();
    await sees(page.getByRole('dialog'));
    await sendBack(page);
    await doesNotSee(page.getByRole('dialog'));
    expect(new URL(page.url()).pathname).toBe('/equipmentList');
  });
});

describe('the ways through the pages', () => {
  it('leads along the tabs of an entry, each with its own address and title, and back out of them all', async () => {
    const page = await newPage();
    await open(page, '/home');
    await (await menuEntry(page, 'orders', '/wallet')).click();
    await arrivesAt(page, '/wallet');
    const tabs = page.getByRole('navigation', { name: say('app:shell.tabs') });
    for (const [path, title] of [
      ['/accountFlow', 'flow'],
      ['/details_list', 'day'],
    ] as const) {
      await tabs.getByRole('link', { name: say(`wallet:screen.${title}`), exact: true }).click();
      await arrivesAt(page, path);
      await expect.poll(() => page.title(), patiently).toBe(say(`wallet:screen.${title}`));
      expect(await tabs.locator('[aria-current=page]').innerText()).toBe(say(`wallet:screen.${title}`));
    }
    await page.goBack();
    await arrivesAt(page, '/home');
  });

  it('has five tabs under the thumb, and fewer for a person with fewer rights', async () => {
    const names = async (login_: TokenAnswer) => {
      const page = await newPage({ login: login_, width: 'phone' });
      await open(page, '/home');
      await sees(page.getByRole('link', { name: say('app:tab.machines'), exact: true }));
      return page
        .locator('nav a[data-tab]')
        .evaluateAll((tabs) => tabs.map((tab) => tab.getAttribute('data-tab')));
    };
    expect(await names(login)).toEqual(['home', 'machines', 'scan', 'orders', 'mine']);
    const mechanic = await hireStaff(api, ['devices.view']);
    expect(await names(await api.login(mechanic.account, password))).toEqual([
      'home',
      'machines',
      'scan',
      'mine',
    ]);
  });

  it('finds a machine by the code a scanner types, and a page by its name', async () => {
    const page = await newPage();
    await open(page, '/home');
    await settled(page);
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: say('app:shell.search') });
    await sees(search);
    // Enter follows at once, long before the answer
    await search.pressSequentially('CW10001');
    await page.keyboard.press('Enter');
    await arrivesAt(page, '/machineSetting');
    await page.keyboard.press('Control+k');
    await search.fill(say('gifts:screen.types'));
    const found = page.getByRole('option', { name: say('gifts:screen.types'), exact: true });
    await sees(found);
    await shot(page, 'shell-search');
    await found.click();
    await arrivesAt(page, '/giftType');
  });

  it('leads from a screen to its chapter with a picture, and where no article answers to a page', async () => {
    for (const width of ['phone', 'desk'] as const) {
      const page = await newPage({ width });
      await open(page, '/put_forward');
      await page.getByRole('link', { name: say('app:shell.chapter') }).click();
      await arrivesAt(page, '/operation_manual');
      await sees(page.getByRole('heading', { name: 'Withdrawals', exact: true }));
      const picture = page.locator('img[src="/manual/withdrawals.en-us.webp"]');
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), patiently)
        .toBeGreaterThan(0);
      await open(page, '/help?keyword=glass-cabinet');
      await page
        .getByRole('link', { name: say('orders:screen.cabinetPlays'), exact: true })
        .last()
        .click();
      await arrivesAt(page, '/glassExpensesRecord');
    }
  });

  it('has keys for a list: search, walk, choose, and a list of them all', async () => {
    const page = await newPage();
    await open(page, '/equipmentList');
    await settled(page);
    await page.keyboard.press('/');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('type')), patiently)
      .toBe('search');
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    const boxes = page.locator('tbody').getByRole('checkbox');
    await expect.poll(() => boxes.nth(1).isChecked(), patiently).toBe(true);
    expect(await boxes.nth(0).isChecked()).toBe(false);
    await page.keyboard.press('?');
    await sees(page.getByRole('dialog').getByText(say('app:keys.choose')));
    await shot(page, 'shell-keys');
  });
});

it('asks before unsaved input is left behind', async () => {
  const page = await newPage();
  await open(page, '/tfaddress');
  await button(page, 'sites:list.add').click();
  await arrivesAt(page, '/addaddress');
  await fillIn(page, { name: 'Half a site' });
  const question = page.getByRole('dialog').filter({ hasText: say('kit:page.leaveTitle') });
  const elsewhere = await menuEntry(page, 'people', '/managezzh');
  await elsewhere.click();
  await sees(question);
  await shot(page, 'shell-unsaved');
  await question.getByRole('button', { name: say('kit:action.cancel') }).click();
  await doesNotSee(question);
  expect(await field(page, 'name').inputValue()).toBe('Half a site');
  await page.goBack();
  await sees(question);
  await question.getByRole('button', { name: say('kit:action.cancel') }).click();
  await doesNotSee(question);
  expect(new URL(page.url()).pathname).toBe('/addaddress');
  await elsewhere.click();
  await question.getByRole('button', { name: say('kit:page.leave'), exact: true }).click();
  await arrivesAt(page, '/managezzh');
});

it('offers to try again when a page does not load, and then loads it', async () => {
  const page = await newPage();
  await open(page, '/account');
  await settled(page);
  const chunk = '**/assets/operation-log-*.js';
  await page.route(chunk, (route) => route.abort());
  await (await menuEntry(page, 'people', '/operation_record')).click();
  const failed = page.locator('[data-system-page="failed"]');
  await sees(failed);
  await shot(page, 'shell-failed');
  expect(await page.title()).toBe(say('app:failed.title'));
  await page.unroute(chunk);
  await failed.getByRole('button', { name: say('kit:action.retry') }).click();
  // a browser may remember the failed module; then the second try reloads the page
  await settled(page);
  if (await failed.count()) await failed.getByRole('button', { name: say('kit:action.retry') }).click();
  await arrivesAt(page, '/operation_record');
  await expectPath(page, /^\/operation_record$/);
});

it('keeps the login when the network fails while the menu loads, and ends it when the server refuses the menu', async () => {
  const menu = '**/api/blade-system/menu/routesH5';
  const page = await newPage();
  await page.route(menu, (route) => route.abort(), { times: 1 });
  await open(page, '/home');
  await menuEntry(page, 'people', '/managezzh');
  await page.route(menu, (route) => route.fulfill({ status: 500, json: { code: 500, msg: 'x' } }));
  await page.reload();
  await arrivesAt(page, '/login');
});
