import { beforeEach, describe, expect, test } from 'vitest';
import { partnersContract } from '#features/base/partners/contract.ts';
import { teamContract } from '#features/base/team/contract.ts';
import { dayMs, hourMs, minuteMs } from '#kit/kernel/time.ts';
import { demoPassword } from '#kit/server/demo.ts';
import { startTestServer } from '#kit/server/testing/harness.ts';
import { refusal } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { accountsContract } from '../contract.ts';
import { askPassword, askToken, codeOn, readPicture, wrongOf } from './support.ts';

const { server, staff } = testServer();
const anyone = staff(undefined);
/** Limits look back a day: every test starts the day after the last one. */
beforeEach(() => server.clock.forward(dayMs + minuteMs));

const registered = '13800000003';
const unknown = '13912345678';
const send = (
  phone: string,
  type: 'login' | 'register' | 'reset' | 'phone' | 'invite',
  picture: { captchaKey?: string; captchaCode?: string } = {},
) => anyone.call(accountsContract.sendCode, { phone, type, ...picture });
const received = (phone: string) => server.messages.filter((message) => message.phone === phone).length;

async function askCode(phone: string, type: 'login' | 'register' | 'reset' | 'invite'): Promise<string> {
  const before = received(phone);
  await send(phone, type);
  return codeOn(server, phone, before);
}

const reset = (phone: string, code: string, password = 'Fresh1234') =>
  anyone.call(accountsContract.resetPassword, { phone, code, password: server.encrypt(password) });

describe('asking for a code', () => {
  test('answers the same for a phone that nobody registered, and sends nothing to it', async () => {
    for (const type of ['login', 'reset'] as const) {
      const known = await send(registered, type);
      const other = await send(unknown, type);
      expect({ ...other, codeTicket: '' }).toEqual({ ...known, codeTicket: '' });
      expect(other.codeTicket).toHaveLength(known.codeTicket.length);
      const wrong = { phone: unknown, code: '123456', type };
      expect(await refusal(anyone.call(accountsContract.verifyCode, wrong))).toMatchObject({
        status: 400,
        key: 'accounts:error.codeWrong',
      });
      server.clock.forward(minuteMs + 1);
    }
    await codeOn(server, registered, 1);
    expect(received(unknown)).toBe(0);
  });

  test('is limited to one a minute, five an hour and ten a day for a phone, also in parallel', async () => {
    const burst = await Promise.allSettled(Array.from({ length: 6 }, () => send(unknown, 'register')));
    expect(burst.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const tooSoon = await refusal(send(unknown, 'register'));
    expect(tooSoon).toMatchObject({ status: 429, key: 'accounts:error.codeTooSoon' });
    for (let sent = 1; sent < 5; sent++) {
      server.clock.forward(minuteMs);
      await send(unknown, 'login');
    }
    server.clock.forward(minuteMs);
    expect(await refusal(send(unknown, 'login'))).toMatchObject({ key: 'accounts:error.captchaRequired' });
    server.clock.forward(hourMs);
    for (let sent = 5; sent < 10; sent++) {
      await send(unknown, 'reset');
      server.clock.forward(minuteMs);
    }
    server.clock.forward(hourMs);
    expect(await refusal(send(unknown, 'reset'))).toMatchObject({ key: 'accounts:error.captchaRequired' });
    // a client that can read pictures goes on, until the phone has rung often enough for an hour
    for (let sent = 0; sent < 15; sent++) {
      await send(unknown, 'reset', await readPicture(server));
      server.clock.forward(minuteMs);
    }
    expect(await refusal(send(unknown, 'reset', await readPicture(server)))).toMatchObject({
      status: 429,
      key: 'accounts:error.codeTooMany',
    });
  });

  test('from twenty an hour on asks an address for a picture, and shuts nobody out there', async () => {
    for (let sent = 0; sent < 20; sent++) await send(`1371000${1000 + sent}`, 'login');
    expect(await refusal(send('13710009999', 'login'))).toMatchObject({
      key: 'accounts:error.captchaRequired',
    });
    const wrong = { ...(await readPicture(server)), captchaCode: 'AAAA' };
    expect(await refusal(send('13710009999', 'login', wrong))).toMatchObject({
      key: 'accounts:error.captchaWrong',
    });
    for (let sent = 0; sent < 20; sent++)
      await send(`1371000${2000 + sent}`, 'login', await readPicture(server));
  });

  test('from elsewhere keeps nobody from asking for a code of their own', async () => {
    const elsewhere = (phone: string) =>
      server.app.inject({
        method: 'GET',
        url: `${accountsContract.sendCode.path}?phone=${phone}&type=reset`,
        remoteAddress: '203.0.113.7',
      });
    for (let sent = 0; sent < 5; sent++) {
      expect((await elsewhere(registered)).statusCode).toBe(200);
      server.clock.forward(minuteMs);
    }
    const before = received(registered);
    expect((await elsewhere(registered)).statusCode).toBe(400);
    await send(registered, 'reset', await readPicture(server));
    await codeOn(server, registered, before);
  });

  test('to change a phone needs a login', async () => {
    expect(await refusal(send(registered, 'phone'))).toMatchObject({ status: 401 });
  });
});

describe('a code', () => {
  test('is void after five wrong guesses, even for the right one', async () => {
    const code = await askCode(registered, 'reset');
    for (let guess = 0; guess < 5; guess++)
      expect(await refusal(reset(registered, wrongOf(code)))).toMatchObject({
        key: 'accounts:error.codeWrong',
      });
    expect(await refusal(reset(registered, code))).toMatchObject({ key: 'accounts:error.codeWrong' });
  });

  test('can not be guessed by many parallel tries', async () => {
    const code = await askCode(registered, 'reset');
    const wrong = Array.from({ length: 12 }, () => refusal(reset(registered, wrongOf(code))));
    await Promise.all(wrong);
    expect(await refusal(reset(registered, code))).toMatchObject({ status: 400 });
  });

  test('is not used up by a stranger: who asked for it shows a ticket, and guesses on a count of its own', async () => {
    const before = received(registered);
    const { codeTicket } = await send(registered, 'reset');
    const code = await codeOn(server, registered, before);
    for (let guess = 0; guess < 6; guess++) await refusal(reset(registered, wrongOf(code)));
    expect(await refusal(reset(registered, code))).toMatchObject({ key: 'accounts:error.codeWrong' });
    // nor by a newer one that the stranger asks for
    await server.app.inject({
      method: 'GET',
      url: `${accountsContract.sendCode.path}?phone=${registered}&type=reset`,
      remoteAddress: '203.0.113.8',
    });
    const check = (guess: string, ticket: string) =>
      anyone.call(accountsContract.verifyCode, { phone: registered, code: guess, codeTicket: ticket });
    await check(code, codeTicket);
    // a ticket that is none is a stranger's guess, and the own count ends too
    const forged = codeTicket.replace(/.$/, (sign) => (sign === 'A' ? 'B' : 'A'));
    expect(await refusal(check(code, forged))).toMatchObject({ key: 'accounts:error.codeWrong' });
    for (let guess = 0; guess < 5; guess++) await refusal(check(wrongOf(code), codeTicket));
    expect(await refusal(check(code, codeTicket))).toMatchObject({ key: 'accounts:error.codeWrong' });
  });

  test('ends after five minutes', async () => {
    const code = await askCode(registered, 'reset');
    server.clock.forward(5 * minuteMs);
    expect(await refusal(reset(registered, code))).toMatchObject({ key: 'accounts:error.codeWrong' });
  });

  test('for one purpose is void for another, and so is an older one', async () => {
    const forLogin = await askCode(registered, 'login');
    expect(await refusal(reset(registered, forLogin))).toMatchObject({ key: 'accounts:error.codeWrong' });
    server.clock.forward(minuteMs);
    const older = await askCode(registered, 'reset');
    server.clock.forward(minuteMs);
    const newer = await askCode(registered, 'reset');
    if (older !== newer) expect(await refusal(reset(registered, older))).toMatchObject({ status: 400 });
  });

  test('logs in once', async () => {
    const code = await askCode(registered, 'login');
    const grant = { grant_type: 'sms', phone: registered, code };
    expect((await askToken(server, grant)).body.account).toBe('merchant');
    expect((await askToken(server, grant)).body.error_code).toBe('codeWrong');
  });
});

describe('a forgotten password', () => {
  test('is replaced with a code that was checked before and works once; all logins end', async () => {
    const login = await server.login('merchant2');
    const phone = '13800000004';
    const code = await askCode(phone, 'reset');
    await anyone.call(accountsContract.verifyCode, { phone, code });
    expect(await refusal(reset(phone, code, 'short'))).toMatchObject({ key: 'accounts:error.passwordRule' });
    const both = await Promise.allSettled([reset(phone, code, 'Fresh1234'), reset(phone, code, 'Fresh5678')]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusal(reset(phone, code, 'Again1234'))).toMatchObject({ key: 'accounts:error.codeWrong' });
    const old = server.withToken(login.access_token).call(accountsContract.info, {});
    expect(await refusal(old)).toMatchObject({ status: 401 });
    expect((await askPassword(server, 'merchant2', demoPassword)).status).toBe(400);
    const winner = both[0]!.status === 'fulfilled' ? 'Fresh1234' : 'Fresh5678';
    expect((await askPassword(server, 'merchant2', winner)).status).toBe(200);
  });

  test('opens a locked account again', async () => {
    const phone = '13800000009';
    for (let failure = 0; failure < 8; failure++) await askPassword(server, 'suzhou', 'Wrong1234');
    expect((await askPassword(server, 'suzhou', demoPassword)).status).toBe(400);
    await reset(phone, await askCode(phone, 'reset'), 'Fresh1234');
    expect((await askPassword(server, 'suzhou', 'Fresh1234')).status).toBe(200);
  });
});

describe('a registration', () => {
  const register = (phone: string, code: string, extra: { inviterPhone?: string; name?: string } = {}) =>
    anyone.call(partnersContract.registerMerchant, {
      phone,
      code,
      password: server.encrypt('Start1234'),
      ...extra,
    });

  test('makes a merchant that is usable at once, waits for review and belongs to the inviting agent', async () => {
    const phone = '13700000001';
    const made = await register(phone, await askCode(phone, 'register'), {
      name: '新开的店',
      inviterPhone: '13800000002',
    });
    const owner = server.withToken((await server.login(phone, 'Start1234')).access_token);
    expect(await owner.call(accountsContract.info, {})).toMatchObject({
      tenantId: made.tenantId,
      tenantName: '新开的店',
      userType: 2,
      registrationState: 'untreated',
    });
    const roles = await owner.call(teamContract.listRoles, {});
    expect(roles.map(({ roleAlias }) => roleAlias)).toContain('franchisee');
    const agent = await server.as('agent');
    const merchants = await agent.call(partnersContract.agentMerchants, { agentId: '100001', size: 100 });
    expect(merchants.records.map(({ id }) => id)).toContain(made.tenantId);
  });

  test('does not tell whether the inviter is known', async () => {
    const phone = '13700000002';
    const made = await register(phone, await askCode(phone, 'register'), { inviterPhone: unknown });
    expect(made.tenantId).toMatch(/^\d{6}$/);
  });

  test('with a phone that is in use is refused only to the holder of the phone', async () => {
    expect(await refusal(register(registered, '123456'))).toMatchObject({ key: 'accounts:error.codeWrong' });
    const code = await askCode(registered, 'register');
    expect(await refusal(register(registered, code))).toMatchObject({
      status: 409,
      key: 'accounts:error.phoneTaken',
    });
  });

  test('twice with one code makes one merchant', async () => {
    const phone = '13700000003';
    const code = await askCode(phone, 'register');
    const both = await Promise.allSettled([register(phone, code), register(phone, code)]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

test('a phone is changed with a code on the old and one on the new', async () => {
  const login = await server.login('clerk');
  const clerk = server.withToken(login.access_token);
  const ask = async (phone: string) => {
    const before = received(phone);
    await clerk.call(accountsContract.sendCode, { phone, type: 'phone' });
    return codeOn(server, phone, before);
  };
  const [oldCode, code] = [await ask('13800000006'), await ask('13700000004')];
  const change = (codes: { oldCode?: string; code: string }) =>
    clerk.call(accountsContract.changePhone, { phone: '13700000004', ...codes });
  expect(await refusal(change({ code }))).toMatchObject({ status: 400 });
  expect(await refusal(change({ oldCode: wrongOf(oldCode), code }))).toMatchObject({
    key: 'accounts:error.oldCodeWrong',
  });
  await change({ oldCode, code });
  expect((await clerk.call(accountsContract.info, {})).phone).toBe('13700000004');
  expect((await askPassword(server, '13700000004', demoPassword)).status).toBe(200);
});

test('without an SMS provider the call says so', async () => {
  const bare = await startTestServer({ DEMO: '0' });
  try {
    const call = (await bare.as(undefined)).call(accountsContract.sendCode, {
      phone: registered,
      type: 'login',
    });
    expect(await refusal(call)).toMatchObject({ status: 400, key: 'accounts:error.smsNotConfigured' });
  } finally {
    await bare.close();
  }
});
