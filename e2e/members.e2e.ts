/** A member is found, gets coins and free plays, and the list is where it was left: on a phone and at a desk. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { playersContract } from '#features/base/players/contract.ts';
import { demoMounts } from '#features/money/payments/contract/demo-paths.ts';
import { membersContract } from '#features/people/members/contract.ts';
import { demoId } from '#kit/server/demo.ts';
import { patient } from '#kit/server/testing/speed.ts';
import { demoMiniProgram, demoPeople } from '#providers/demo-people.ts';
import { miniProgramPath } from '#providers/wechat/simulator.ts';
import { seriousFindings } from './support/axe.ts';
import { say, settled, shot, type Width, watchProblems } from './support/browser.ts';
import {
  arrivesAt,
  button,
  field,
  fillIn,
  isMarked,
  markPage,
  open,
  patiently,
  screen,
  sees,
} from './support/page.ts';
import { setStage } from './support/stage.ts';

const { api, merchant, openPage } = setStage();
const person = demoPeople[0]!;
const guest = demoPeople[2]!;
const playerId = demoId(`player:${person.openId}`);

/** Somebody known by a phone alone, from the beginning. */
let byPhone: { number: string; token: string };
beforeAll(async () => {
  const number = `137${String(Date.now()).slice(-8)}`;
  const nobody = api.client();
  await nobody.call(playersContract.sendLoginCode, { phone: number });
  const code = (await api.codeOf(number))!;
  const { access_token: token } = await nobody.call(playersContract.logInByPhone, { phone: number, code });
  byPhone = { number, token };
});

/** a tag of the demo's data */
const tag = '亲子';

/** Picks a reference by a part of its words: a sheet on the phone, a list under the field at the desk. */
async function pick(page: Page, width: Width, name: string, words: string): Promise<void> {
  await field(page, name).click();
  if (width === 'desk') {
    await field(page, name).fill(words);
    await page.getByRole('option', { name: words }).first().click();
    return;
  }
  await page.getByRole('searchbox').last().fill(words);
  await page.getByRole('dialog').last().getByRole('button', { name: words }).first().click();
}

const coinsOf = async () => (await merchant.call(membersContract.readMember, { playerId })).coins;

it.each(['phone', 'desk'] satisfies Width[])(
  'a member is found and given something, on a %s',
  async (width) => {
    const page = await openPage({ login: 'merchant', width });
    const problems = watchProblems(page);
    const before = await coinsOf();
    const { places } = await merchant.call(membersContract.readMember, { playerId });
    const siteName = places[0]?.fieldName ?? '';
    await open(page, `/vip_list?tag=${tag}`);
    await page.getByRole('searchbox').first().fill(person.name);
    // typed words reach the address after a pause; a row pressed before is gone with the old list
    await page.waitForURL((url) => url.searchParams.size > 1);
    await settled(page);
    const row = screen(page, '/vip_list').getByText(person.name).first();
    await sees(row);
    await markPage(page);
    await row.click();
    await arrivesAt(page, '/member_detail');
    await shot(page, `member-${width}`);

    await button(page, 'members:action.sendCoins').first().click();
    const dialog = page.getByRole('dialog');
    await fillIn(page, { coins: '3', remark: 'a lost game' });
    await shot(page, `member-send-${width}`);
    await dialog.getByRole('button', { name: say('members:action.sendCoins'), exact: true }).click();
    await expect.poll(coinsOf, patiently).toBe(before + 3);

    await page.goBack();
    await arrivesAt(page, '/vip_list');
    expect(new URL(page.url()).searchParams.get('tag')).toBe(tag);
    await sees(screen(page, '/vip_list').getByText(person.name));
    expect(await isMarked(page)).toBe(true);

    await open(page, '/pies_record');
    await sees(screen(page, '/pies_record').getByText('a lost game'));

    await open(page, '/freeTimes');
    await button(page, 'members:action.giveFreePlays').first().click();
    // who plays in other journeys pays with money there: what is free would be offered first
    await pick(page, width, 'playerId', guest.name);
    await pick(page, width, 'fieldId', siteName);
    await fillIn(page, { plays: '2', reason: `a bear too heavy, ${width}` });
    await shot(page, `member-free-${width}`);
    await dialog.getByRole('button', { name: say('members:action.giveFreePlays'), exact: true }).click();
    await sees(screen(page, '/freeTimes').getByText(`a bear too heavy, ${width}`));
    expect(problems).toEqual([]);
  },
);

it('an old player comes by file, and finds what was left by the phone', async () => {
  const page = await openPage({ login: 'merchant', width: 'desk' });
  const problems = watchProblems(page);
  const number = `136${String(Date.now()).slice(-8)}`;
  const { places } = await merchant.call(membersContract.readMember, { playerId });
  const choose = (...lines: string[]) =>
    page.setInputFiles('[role=dialog] input[type=file]', {
      name: 'old.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        ['phone,name,balance,coins', `${number},Old Friend,12.50,4`, ...lines].join('\r\n'),
      ),
    });
  await open(page, '/old_players');
  await button(page, 'members:action.importFile').click();
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', { name: say('members:action.import'), exact: true });
  await pick(page, 'desk', 'fieldId', places[0]?.fieldName ?? '');
  await choose('12345,Nobody,1,');
  await sees(dialog.getByText(say('members:wrongLine.phone', { phone: '12345' })));
  expect(await send.isDisabled()).toBe(true);
  await choose();
  await sees(dialog.getByText(say('members:old.brings', { count: 1 })));
  await shot(page, 'old-players-import');
  await send.click();
  await sees(screen(page, '/old_players').getByText('Old Friend').first());

  const phone = await openPage({ width: 'phone' });
  await open(phone, `/program/login?to=${encodeURIComponent('/program/my')}`);
  await phone.getByLabel(say('kit:player.sms.phone')).fill(number);
  await button(phone, 'kit:player.sms.send').click();
  await expect.poll(() => api.codeOf(number), patiently).toBeDefined();
  await phone.getByLabel(say('kit:player.sms.code')).fill((await api.codeOf(number))!);
  await button(phone, 'players:phoneLogin.logIn').click();
  await arrivesAt(phone, '/program/my');
  await expect.poll(() => screen(phone, '/program/my').textContent(), patiently).toContain('12.50');
  await open(phone, '/program/my/identities');
  await sees(phone.getByText(`${number.slice(0, 3)}****${number.slice(-4)}`));
  expect(problems).toEqual([]);
});

const webView = `Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile MicroMessenger/8.0.50 miniProgram/${demoMiniProgram}`;
const phoneButton = new RegExp(`^(${say('playerapp:phone.add')}|${say('playerapp:phone.change')})$`);

it('one person’s two records become one by the phone, and two again', async () => {
  const { number, token } = byPhone;
  // the same person inside the mini-program, where nothing was bought yet, writes the number down there
  const page = await openPage({ width: 'phone', userAgent: webView });
  const to = '/program/my/modifyMaterials';
  await page.goto(`${demoMounts.wechatLogin}${miniProgramPath}?${new URLSearchParams({ to })}`);
  await page.getByRole('button', { name: person.name }).click();
  await arrivesAt(page, '/program/my/modifyMaterials');
  await page.getByRole('button', { name: phoneButton }).click();
  await page.getByLabel(say('playerapp:phone.number')).fill(number);
  // a phone gets one code a minute
  const sent = page.getByText(say('kit:player.sms.sent'));
  await expect
    .poll(
      async () => {
        await button(page, 'kit:player.sms.send').click();
        return sent.waitFor({ timeout: 3000 }).then(
          () => true,
          () => false,
        );
      },
      { timeout: patient(75_000), interval: 2000 },
    )
    .toBe(true);
  const problems = watchProblems(page);
  await page.getByLabel(say('kit:player.sms.code')).fill((await api.codeOf(number))!);
  await button(page, 'playerapp:password.save').click();
  await sees(page.getByText(`${number.slice(0, 3)}****${number.slice(-4)}`));
  await open(page, '/program/my/identities');
  await page.getByRole('button', { name: new RegExp(say('identities:own.look')) }).click();
  await sees(page.getByText(say('identities:step.joinTitle')));
  await shot(page, 'identities-join');
  expect(await seriousFindings(page)).toEqual([]);
  await button(page, 'identities:step.join').click();
  await sees(page.getByText(say('identities:own.joined')).first());
  await shot(page, 'identities-joined');
  // the joined log-in has ended; the next one by that phone would be the same person
  const readSelf = api.client(token).call(playersContract.readSelf, {});
  await expect(readSelf).rejects.toMatchObject({ status: 401 });

  const undo = new RegExp(say('identities:own.undoUntil', { until: '' }).trim());
  await page.getByRole('button', { name: undo }).click();
  await sees(page.getByText(say('identities:step.splitTitle')));
  await shot(page, 'identities-split');
  const kept = await page.evaluate(() => localStorage.getItem('coinyard.player'));
  const known = api.client((JSON.parse(kept ?? '{}') as { token: string }).token);
  await known.call(playersContract.readSelf, {});
  // what follows has no native page to lead to here
  expect(problems).toEqual([]);
  await button(page, 'identities:step.split').click();
  // every log-in has ended, and the page asks again who it is
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/program/my'));
  await expect(known.call(playersContract.readSelf, {})).rejects.toMatchObject({ status: 401 });
});
