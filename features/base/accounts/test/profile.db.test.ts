import { describe, expect, test, vi } from 'vitest';
import { partnersContract } from '#features/base/partners/contract.ts';
import { teamContract } from '#features/base/team/contract.ts';
import { newId } from '#kit/kernel/ids.ts';
import { openDatabase } from '#kit/server/database.ts';
import { demoId, demoPassword } from '#kit/server/demo.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { refusal } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { accountsContract } from '../contract.ts';
import { createAuthenticator } from '../server/authenticator.ts';
import { askPassword, solvedCaptcha } from './support.ts';

const { server, staff } = testServer();
const merchant = staff('merchant');

/** As the upload call leaves it. */
async function uploaded(tenantId: string, sizeBytes: number, contentType = 'image/png'): Promise<string> {
  const key = `${tenantId}/${newId()}.png`;
  await server.services.db.raw`
    insert into upload (tenant_id, key, purpose, original_name, content_type, size_bytes, created_by)
    values (${tenantId}, ${key}, 'serviceQr', 'qr.png', ${contentType}, ${sizeBytes}, ${demoId('user:merchant')})`;
  return `/files/${key}`;
}

describe('customer service', () => {
  const saveQr = (qr: string) =>
    merchant.call(partnersContract.saveServiceContact, { phone: '400-820-1234', qr });

  test('takes a picture of one’s own of at most 200 KB', async () => {
    const large = await uploaded('100002', 200 * 1024 + 1);
    expect(await refusal(saveQr(large))).toMatchObject({ key: 'accounts:error.qrTooLarge' });
    const foreign = await uploaded('100003', 1000);
    expect(await refusal(saveQr(foreign))).toMatchObject({ key: 'kit:validation.upload' });
    const video = await uploaded('100002', 1000, 'video/mp4');
    expect(await refusal(saveQr(video))).toMatchObject({ key: 'kit:validation.upload' });
    const good = await uploaded('100002', 200 * 1024);
    await saveQr(good);
    expect(await merchant.call(partnersContract.serviceContact, {})).toEqual({
      phone: '400-820-1234',
      qr: good,
      logo: '',
    });
  });

  test('keeps a logo of one’s own for receipts, until it is taken away', async () => {
    const { phone, qr } = await merchant.call(partnersContract.serviceContact, {});
    const save = (logo: string) => merchant.call(partnersContract.saveServiceContact, { phone, qr, logo });
    expect(await refusal(save(await uploaded('100003', 1000)))).toMatchObject({
      key: 'kit:validation.upload',
    });
    const logo = await uploaded('100002', 1000);
    await save(logo);
    // who does not speak of it leaves it
    await merchant.call(partnersContract.saveServiceContact, { phone, qr });
    expect((await merchant.call(partnersContract.serviceContact, {})).logo).toBe(logo);
    await save('');
    expect((await merchant.call(partnersContract.serviceContact, {})).logo).toBe('');
  });
});

describe('one’s own profile', () => {
  test('changes name and picture, and the log shows both', async () => {
    const avatar = await uploaded('100002', 1000);
    await merchant.call(accountsContract.updateProfile, { name: '陈老板', avatar });
    expect(await merchant.call(accountsContract.info, {})).toMatchObject({ name: '陈老板', avatar });
    const { records } = await merchant.call(teamContract.listLog, { action: 'accounts.updateProfile' });
    expect(records[0]).toMatchObject({
      before: { name: '陈立新', avatar: '' },
      after: { name: '陈老板', avatar },
    });
  });

  test('is open to oneself; colleagues need the right to see staff', async () => {
    const clerk = await server.as('clerk');
    expect((await clerk.call(accountsContract.userDetail, {})).account).toBe('clerk');
    const owner = clerk.call(accountsContract.userDetail, { id: demoId('user:merchant') });
    expect((await refusal(owner)).status).toBe(403);
  });

  test('counts sites, staff, roles and franchisees of the organisation', async () => {
    expect(await merchant.call(accountsContract.userNumbers, {})).toEqual({
      fieldNumber: 5,
      subUserNumber: 3,
      roleNumber: 4,
      franchiseeNumber: 1,
    });
    const clerk = await server.as('clerk');
    expect(await clerk.call(accountsContract.userSiteCount, {})).toEqual({ fieldSize: 2 });
    const agent = await server.as('agent');
    expect(await agent.call(accountsContract.userSiteCount, {})).toEqual({ fieldSize: 0 });
  });

  test('asks for the password again without becoming a place to guess it', async () => {
    const franchisee = await server.as('franchisee');
    const check = (password: string) =>
      franchisee.call(accountsContract.validatePassword, { password: server.encrypt(password) });
    expect(await check(demoPassword)).toBe(true);
    for (let guess = 0; guess < 3; guess++) expect(await check('Wrong1234')).toBe(false);
    expect(await refusal(check('Wrong1234'))).toMatchObject({ key: 'accounts:error.captchaRequired' });
    const solved = await solvedCaptcha(server);
    const answered = franchisee.call(accountsContract.validatePassword, {
      password: server.encrypt(demoPassword),
      captchaKey: solved['captcha-key'],
      captchaCode: solved['captcha-code'],
    });
    expect(await answered).toBe(true);
    expect(await check('Wrong1234')).toBe(false);
  });

  test('can be changed while strangers try the log-in of the account', async () => {
    const manager = await server.logIn('manager');
    await Promise.all(Array.from({ length: 8 }, () => askPassword(server, 'manager', 'Wrong1234')));
    expect((await askPassword(server, 'manager', demoPassword)).body.error_code).toBe('captchaRequired');
    await manager.call(accountsContract.changePassword, {
      oldPassword: server.encrypt(demoPassword),
      newPassword: server.encrypt('Changed123'),
    });
    // and a stranger still has to read a picture: a right password of one session says nothing of who guesses elsewhere
    expect((await askPassword(server, 'manager', 'Changed123')).body.error_code).toBe('captchaRequired');
  });

  test('names who can give more rights', async () => {
    const owner = await merchant.call(accountsContract.info, {});
    expect(owner.administrator).toBe('');
    const clerk = await (await server.as('clerk')).call(accountsContract.info, {});
    expect(clerk.administrator).toBe(owner.name);
  });
});

test('a change made by one server process reaches the session cache of another', async () => {
  const { host, port, user, database } = server.services.db.raw.options;
  const password = server.services.db.raw.options.pass as string | null;
  const url = new URL(`postgres://${host[0]}:${port[0]}/${database}`);
  url.username = user;
  url.password = password ?? '';
  const db = openDatabase(url.href, { poolSize: 2 });
  try {
    const elsewhere = await createAuthenticator({ ...server.services, db });
    const login = await server.login('restocker');
    expect(await elsewhere.resolve(login.access_token)).toMatchObject({ account: 'restocker' });
    await server.withToken(login.access_token).call(accountsContract.logout, {});
    await vi.waitFor(async () => expect(await elsewhere.resolve(login.access_token)).toBeUndefined(), soon);
  } finally {
    await db.close();
  }
});
