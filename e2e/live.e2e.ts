import { describe, expect, it } from 'vitest';
import { contentContract } from '#features/base/content/contract.ts';
import { sitesContract } from '#features/base/sites/contract.ts';
import { say, settled, shot, type Width } from './support/browser.ts';
import { arrivesAt, expectPath, isMarked, markPage, open, patiently, sees } from './support/page.ts';
import { hireStaff, password, unique } from './support/people.ts';
import { setStage } from './support/stage.ts';

const { api, openPage } = setStage();

describe.each(['desk', 'phone'] satisfies Width[])('a system message on a %s', (width) => {
  it('arrives on the open page with the number of unread ones, and is read', async () => {
    const person = await hireStaff(api, ['sites.view']);
    const login = await api.login(person.account, password);
    const page = await openPage({ width, login });
    await open(page, '/home');
    await settled(page);
    const unread = async () =>
      (await api.client(login.access_token).call(contentContract.unreadMessages, {})).count;
    const before = await unread();
    await markPage(page);
    const titleEn = `Maintenance ${unique()}`;
    await (await api.as('admin')).call(contentContract.sendMessage, {
      audience: 'user',
      account: person.account,
      titleZh: '维护',
      titleEn,
      bodyZh: '今晚维护。',
      bodyEn: 'Maintenance tonight.',
    });
    const bell = page.getByLabel(say('content:bell.unread', { count: before + 1 }));
    await sees(bell);
    await shot(page, `live-message-${width}`);
    expect(await isMarked(page)).toBe(true);
    if (width === 'desk') {
      // from the bell: opening it there is reading it
      await bell.click();
      await page.getByRole('link', { name: titleEn }).last().click();
      await arrivesAt(page, '/systemMessage');
    } else {
      await open(page, '/systemMessage');
      await page.getByText(titleEn).click();
    }
    await sees(page.getByText('Maintenance tonight.'));
    await shot(page, `live-message-read-${width}`);
    await expect.poll(unread, patiently).toBe(before);
    await page.context().close();
  });
});

it('turns players away from a closed shop and lets them in by itself when it opens', async () => {
  const merchant = await api.as('merchant');
  const { id } = await merchant.call(sitesContract.createSite, {
    name: `Closed ${unique()}`,
    type: 'mall',
    regionCode: '310115',
    address: 'Road 1',
    ifEnable: 0,
    openingHours: [{ days: [1, 2, 3, 4, 5], period: '10:00-22:00' }],
  });
  const page = await openPage({ width: 'phone' });
  await open(page, `/errorPage?fieldId=${id}&redirect=${encodeURIComponent('/demo_outbox')}`);
  await sees(page.getByRole('heading', { name: say('sites:closed.title') }));
  await sees(page.getByText('10:00'));
  await settled(page);
  await shot(page, 'player-closed');
  expect(new URL(page.url()).pathname).toBe('/errorPage');
  await merchant.call(sitesContract.updateSite, { id, ifEnable: 1 });
  await arrivesAt(page, '/demo_outbox');
  await expectPath(page, /^\/demo_outbox/);
  await merchant.call(sitesContract.removeSites, { ids: [id] });
  await page.context().close();
});
