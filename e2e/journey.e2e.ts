/** A merchant registers, builds a shop and a team; what a member of the team may do follows the job role at once. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { sitesContract } from '#features/base/sites/contract.ts';
import type { CallError } from '#kit/contract/client.ts';
import type { Language } from '#kit/kernel/language.ts';
import type { Session } from '#kit/ui/session-keeper.ts';
import { say, settled, shot, type Width, watchProblems } from './support/browser.ts';
import {
  arrivesAt,
  button,
  choose,
  doesNotSee,
  expectPath,
  field,
  fillIn,
  isMarked,
  logInByForm,
  markPage,
  open,
  patiently,
  sees,
} from './support/page.ts';
import { newPhone, nextCode, password, unique } from './support/people.ts';
import { setStage } from './support/stage.ts';

const { api, newContext } = setStage();

const tokenIn = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('coinyard.session') ?? '{}') as Session).accessToken);

const settings: { width: Width; language: Language }[] = [
  { width: 'desk', language: 'en-us' },
  { width: 'phone', language: 'zh-cn' },
];

describe.each(settings)('on a $width in $language', ({ width, language }) => {
  const t = (key: string, params = {}) => say(key, params, language);
  const keep = (page: Page, step: string) => shot(page, `journey-${width}-${step}`);
  const phone = newPhone();
  const shop = `Shop ${unique()}`;
  const site = `Site ${unique()}`;
  const role = `Helper ${unique()}`;
  const account = `helper_${unique()}`;
  let owner: Page;
  let staff: Page;
  let invitation: string;
  const contexts: BrowserContext[] = [];
  const problems: string[][] = [];

  const newPerson = async () => {
    const context = await newContext({ width, language });
    contexts.push(context);
    const page = await context.newPage();
    return page;
  };
  afterAll(async () => {
    for (const context of contexts) await context.close();
  });

  it('registers a merchant with a code sent to the phone', async () => {
    owner = await newPerson();
    problems.push(watchProblems(owner));
    await open(owner, '/user_register');
    await fillIn(owner, { phone });
    await button(owner, 'kit:ui.sendCode', language).click();
    await fillIn(owner, { code: await nextCode(api, phone), name: shop, password, repeat: password });
    await field(owner, 'agreed').check();
    await keep(owner, '01-register');
    await button(owner, 'partners:page.register.submit', language).click();
    await arrivesAt(owner, '/home');
    await settled(owner);
    await keep(owner, '02-home');
  });

  it('logs out and in again with phone and password', async () => {
    await open(owner, '/account');
    // a call still under way would be refused after the log-out, and the browser would report it
    await settled(owner);
    await button(owner, 'accounts:page.account.logout', language).click();
    await expectPath(owner, /^\/login$/);
    await logInByForm(owner, phone, password, language);
    await arrivesAt(owner, '/home');
  });

  it('creates a site with a point on the map that brings its region', async () => {
    await open(owner, '/tfaddress');
    await sees(owner.getByText(t('sites:list.emptyTitle')));
    await keep(owner, '03-no-sites');
    await button(owner, 'sites:list.add', language).click();
    await arrivesAt(owner, '/addaddress');
    await fillIn(owner, { name: site });
    await choose(owner, 'type', t('sites:type.arcade'));
    await owner.locator('button[data-field="latitude"]').click();
    const search = owner.getByRole('searchbox', { name: t('kit:ui.searchPlace') });
    await search.fill('广场');
    await search.press('Enter');
    await owner
      .getByRole('list', { name: t('kit:ui.placesFound') })
      .getByRole('button')
      .first()
      .click();
    await keep(owner, '04-map');
    await button(owner, 'kit:ui.usePoint', language).click();
    await keep(owner, '05-site-form');
    await button(owner, 'kit:action.save', language).click();
    await arrivesAt(owner, '/tfaddress');
    await sees(owner.getByText(site));
    await keep(owner, '06-sites');
    const { records } = await api.client(await tokenIn(owner)).call(sitesContract.listSites, {});
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ name: site, type: 'arcade', isDefault: true });
    expect(records[0]!.regionCode).toMatch(/^\d{6}$/);
    expect(records[0]!.latitude).not.toBeNull();
  });

  it('creates a job role with some rights', async () => {
    await open(owner, '/account_job');
    await button(owner, 'team:page.role.add', language).click();
    await fillIn(owner, { roleName: role });
    for (const right of ['sites:permission.view', 'sites:permission.edit'])
      await owner.getByRole('treeitem', { name: t(right), exact: true }).click();
    await keep(owner, '07-role');
    await button(owner, 'kit:action.save', language).click();
    await sees(owner.getByRole('button', { name: role }));
    await keep(owner, '08-roles');
  });

  it('makes an invitation link for that role', async () => {
    await open(owner, '/managezzh');
    await button(owner, 'team:page.staff.invite', language).click();
    await arrivesAt(owner, '/addzzh');
    await choose(owner, 'roleId', role);
    await owner.getByRole('switch', { name: t('team:field.allSites') }).check({ force: true });
    await keep(owner, '09-invite');
    await button(owner, 'team:page.invitation.make', language).click();
    const link = owner.getByLabel(t('team:page.invitation.link'), { exact: true });
    await sees(link);
    invitation = await link.inputValue();
    await keep(owner, '10-link');
    expect(invitation).toContain('/employee-register?token=');
  });

  it('lets the invited person register and come in, once', async () => {
    staff = await newPerson();
    problems.push(watchProblems(staff));
    await staff.goto(invitation);
    await arrivesAt(staff, '/employee-register');
    await sees(staff.getByText(shop).first());
    await fillIn(staff, { name: 'Helper', account, password, repeat: password });
    await keep(staff, '11-invited');
    await button(staff, 'team:page.invited.submit', language).click();
    await arrivesAt(staff, '/home');
    await settled(staff);
    await keep(staff, '12-staff-home');
    const other = await newPerson();
    await other.goto(invitation);
    await sees(other.getByText(t('team:page.invited.invalid')));
  });

  it('shows the new member only what the role allows', async () => {
    await open(staff, '/manage');
    await settled(staff);
    await keep(staff, '13-staff-functions');
    await sees(staff.locator('a[href="/tfaddress"]'));
    for (const path of ['/managezzh', '/account_job', '/operation_record', '/managejms', '/shmc'])
      expect([path, await staff.locator(`a[href="${path}"]`).count()]).toEqual([path, 0]);
    await staff.goto('/managezzh');
    await sees(staff.locator('[data-system-page="forbidden"]'));
    await keep(staff, '14-forbidden');
    await open(staff, '/tfaddress');
    await sees(staff.getByText(site));
    await sees(button(staff, 'sites:list.add', language));
  });

  it('takes the button away without a reload when the role loses the right, and refuses the call', async () => {
    await markPage(staff);
    await open(owner, '/account_job');
    await owner.getByRole('button', { name: role }).click();
    await owner.getByRole('treeitem', { name: t('sites:permission.edit'), exact: true }).click();
    await button(owner, 'kit:action.save', language).click();
    await doesNotSee(owner.getByRole('treeitem'));
    await doesNotSee(button(staff, 'sites:list.add', language));
    await sees(staff.getByText(site));
    expect(await isMarked(staff)).toBe(true);
    await keep(staff, '15-right-lost');
    const client = api.client(await tokenIn(staff));
    await expect
      .poll(
        () =>
          client
            .call(sitesContract.createSite, {
              name: 'Refused',
              type: 'mall',
              regionCode: '310115',
              address: 'Road 1',
            })
            .catch((error: CallError) => error.status),
        patiently,
      )
      .toBe(403);
    await expect(client.call(sitesContract.listSites, {})).resolves.toMatchObject({ total: 1 });
  });

  it('had no error on any page', () => {
    expect(problems.flat()).toEqual([]);
  });
});
