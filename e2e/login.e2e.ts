/** Coming in, staying in and being thrown out. */
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accountsContract } from '#features/base/accounts/contract.ts';
import { walletContract } from '#features/money/wallet/contract.ts';
import { demoPassword } from '#kit/server/demo.ts';
import { type Session, userOf } from '#kit/ui/session-keeper.ts';
import { say, settled, shot } from './support/browser.ts';
import {
  arrivesAt,
  button,
  expectPath,
  fillIn,
  isMarked,
  logInByForm,
  markPage,
  menuEntry,
  open,
  screen,
  sees,
} from './support/page.ts';
import { hireStaff, nextCode, type Person, password, unique } from './support/people.ts';
import { setStage } from './support/stage.ts';

const { api, newContext, openPage, closeAll } = setStage();
afterEach(closeAll);

const alert = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

const failLogin = async (username: string) =>
  api
    .client()
    .call(accountsContract.token, {
      grant_type: 'password',
      username,
      password: await api.encrypt('Wrong123'),
    })
    .catch(() => {});

describe('guessing a password', () => {
  it('leads to a captcha after three failures', async () => {
    const page = await openPage();
    const name = `nobody_${unique()}`;
    await open(page, '/login');
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await logInByForm(page, name, 'Wrong123');
      await sees(alert(page, say('accounts:error.loginFailed')));
      expect(await page.locator('input[name=captcha]').count()).toBe(0);
    }
    await logInByForm(page, name, 'Wrong123');
    await sees(alert(page, say('accounts:error.captchaRequired')));
    await sees(page.getByRole('img', { name: say('accounts:page.login.captchaPicture') }));
    await shot(page, 'login-captcha');
    await page.locator('input[name=captcha]').fill('0000');
    await button(page, 'accounts:page.login.submit').click();
    await sees(alert(page, say('accounts:error.captchaWrong')));
  });

  it('asks a person who knows the password for a picture too; a new password by text message needs none', async () => {
    const person = await hireStaff(api, ['sites.view']);
    await Promise.all(Array.from({ length: 8 }, () => failLogin(person.account)));
    const page = await openPage();
    await open(page, '/login');
    await logInByForm(page, person.account, password);
    await sees(alert(page, say('accounts:error.captchaRequired')));

    await page.getByRole('link', { name: say('accounts:page.login.forgot') }).click();
    await arrivesAt(page, '/forgetpass');
    await fillIn(page, { phone: person.phone });
    await button(page, 'kit:ui.sendCode').click();
    const next = 'Changed123';
    await fillIn(page, { code: await nextCode(api, person.phone), password: next, repeat: next });
    await shot(page, 'login-forgotten');
    await button(page, 'accounts:page.forgot.submit').click();
    await arrivesAt(page, '/login');
    await logInByForm(page, person.account, next);
    await arrivesAt(page, '/home');
  });
});

it('logs in by a code sent to the phone, without a password', async () => {
  const person = await hireStaff(api, ['sites.view']);
  const page = await openPage({ width: 'phone' });
  await open(page, '/login');
  await page.getByText(say('accounts:page.login.byCode'), { exact: true }).click();
  await page.locator('input[name=phone]').fill(person.phone);
  await button(page, 'kit:ui.sendCode').click();
  await page.locator('input[name=code]').fill(await nextCode(api, person.phone));
  await shot(page, 'login-by-code');
  await button(page, 'accounts:page.login.submit').click();
  await arrivesAt(page, '/home');
});

describe('a login', () => {
  let person: Person;
  beforeAll(async () => {
    person = await hireStaff(api, ['sites.view']);
  });
  const logIn = () => api.login(person.account, password);

  it('that has ended leads to the login page and from there back to where the person was', async () => {
    const login = await logIn();
    const page = await openPage({ login });
    await open(page, '/tfaddress?type=arcade');
    await settled(page);
    await api.client(login.access_token).call(accountsContract.logout, {});
    await page.getByRole('searchbox').fill('x');
    await expectPath(page, /^\/login\?redirect=/);
    await shot(page, 'login-expired');
    await logInByForm(page, person.account, password);
    await arrivesAt(page, '/tfaddress');
    await expectPath(page, /^\/tfaddress\?.*type=arcade/);
  });

  it('never leads to a foreign site after logging in', async () => {
    const page = await openPage();
    await page.goto(`/login?redirect=${encodeURIComponent('//evil.example/x')}`);
    await arrivesAt(page, '/login');
    await logInByForm(page, person.account, password);
    await arrivesAt(page, '/home');
  });

  it('is renewed once for two tabs that need it at the same time', async () => {
    const context = await newContext({ login: await logIn() });
    const tabs = [await context.newPage(), await context.newPage()];
    const first = tabs[0]!;
    await open(first, '/home');
    await settled(first);
    let renewals = 0;
    context.on('request', (request) => {
      if (request.url().endsWith('/oauth/token') && request.postData()?.includes('refresh_token'))
        renewals += 1;
    });
    await first.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('coinyard.session')!) as Session;
      localStorage.setItem('coinyard.session', JSON.stringify({ ...session, expiresAtMs: 0 }));
    });
    await Promise.all(tabs.map((tab) => tab.goto('/home')));
    for (const tab of tabs) {
      await arrivesAt(tab, '/home');
      await settled(tab);
    }
    expect(renewals).toBe(1);
    for (const tab of tabs) expect(new URL(tab.url()).pathname).toBe('/home');
  });

  it('can be ended everywhere from one place', async () => {
    const here = await openPage({ login: await logIn() });
    const otherLogin = await logIn();
    const elsewhere = await openPage({ login: otherLogin, width: 'phone' });
    await open(elsewhere, '/home');
    await open(here, '/account');
    await settled(here);
    await shot(here, 'account');
    await button(here, 'accounts:page.account.everywhere').click();
    await here
      .getByRole('dialog')
      .getByRole('button', { name: say('accounts:page.account.everywhere') })
      .click();
    await expectPath(here, /^\/login$/);
    await elsewhere.reload();
    await expectPath(elsewhere, /^\/login\?redirect=/);
    const old = api.client(otherLogin.access_token);
    await expect(old.call(accountsContract.info, {})).rejects.toMatchObject({ status: 401 });
  });
});

it('shows the picture where the password is changed, once it is asked for', async () => {
  const person = await hireStaff(api, ['sites.view']);
  const page = await openPage({ login: await api.login(person.account, password) });
  await open(page, '/setpassword');
  const next = 'Changed123';
  const picture = page.getByRole('img', { name: say('accounts:page.login.captchaPicture') });
  const submit = async (words: string) => {
    await fillIn(page, { oldPassword: 'Wrong123', password: next, repeat: next });
    await button(page, 'kit:action.save').click();
    await sees(page.getByText(say(words)));
  };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await submit('accounts:error.wrongPassword');
    expect(await picture.count()).toBe(0);
    await fillIn(page, { oldPassword: '' });
  }
  await submit('accounts:error.captchaRequired');
  await sees(picture);
  await shot(page, 'password-captcha');
  await fillIn(page, { captcha: '0000' });
  await button(page, 'kit:action.save').click();
  await sees(page.getByText(say('accounts:error.captchaWrong')));
});

describe('the next person in the same tab', () => {
  const wallet = `**${walletContract.readWallet.path}*`;
  const firstAmount = /1,234,567\.89/;

  /** The demo merchant looks at a wallet with an amount that nobody else has. */
  async function lookAtWallet() {
    const page = await openPage({ login: 'merchant' });
    await page.route(wallet, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      body.data.wallet.balances.availableFen = 123_456_789;
      await route.fulfill({ response, json: body });
    });
    await open(page, '/wallet');
    await sees(screen(page, '/wallet').getByText(firstAmount));
    await markPage(page);
    await page.unroute(wallet);
    // from here on nobody is answered: whatever shows is remembered
    await page.route(wallet, () => undefined);
    return page;
  }

  it('who logs in after a log-out finds nothing of the first one', async () => {
    const page = await lookAtWallet();
    await page.locator('header button').last().click();
    await page.getByRole('menuitem', { name: say('app:shell.logout') }).click();
    await arrivesAt(page, '/login');
    await logInByForm(page, 'merchant2', demoPassword);
    await arrivesAt(page, '/home');
    const asked = page.waitForRequest(wallet);
    await (await menuEntry(page, 'orders', '/wallet')).click();
    await arrivesAt(page, '/wallet');
    await asked;
    expect(await isMarked(page)).toBe(true);
    expect(await screen(page, '/wallet').getByText(firstAmount).count()).toBe(0);
  });

  it('who logged in at another tab gets pages of their own in this one', async () => {
    const page = await lookAtWallet();
    const answer = await api.login('merchant2');
    const asked = page.waitForRequest(wallet);
    // as the other tab leaves it: one login in place of the other
    await page.evaluate(
      (next) => {
        const session = JSON.parse(localStorage.getItem('coinyard.session')!) as Session;
        const { accessToken, refreshToken, user } = next;
        localStorage.setItem(
          'coinyard.session',
          JSON.stringify({ ...session, accessToken, refreshToken, user }),
        );
        window.dispatchEvent(new StorageEvent('storage', { key: 'coinyard.session' }));
      },
      { accessToken: answer.access_token, refreshToken: answer.refresh_token, user: userOf(answer) },
    );
    await asked;
    expect(await isMarked(page)).toBe(true);
    await sees(screen(page, '/wallet'));
    expect(await screen(page, '/wallet').getByText(firstAmount).count()).toBe(0);
  });
});
