import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { partnersContract } from '#features/base/partners/contract.ts';
import { teamContract } from '#features/base/team/contract.ts';
import { newId } from '#kit/kernel/ids.ts';
import { minuteMs, secondMs } from '#kit/kernel/time.ts';
import { demoPassword } from '#kit/server/demo.ts';
import { refusal } from '#kit/server/testing/refusal.ts';
import { testServer } from '#kit/server/testing/stage.ts';
import { accountsContract } from '../contract.ts';
import { keyFor } from '../server/keyed-hash.ts';
import { issueAccessToken, refreshTokenOf } from '../server/tokens.ts';
import { refresh, roleNamed } from './support.ts';

const { server } = testServer();

const whoAmI = (token: string) => server.withToken(token).call(accountsContract.info, {});

describe('a refresh token', () => {
  test('is traded for a new pair that works', async () => {
    const first = await server.login('merchant');
    const second = await refresh(server, first.refresh_token);
    expect(second.status).toBe(200);
    expect(second.body.refresh_token).not.toBe(first.refresh_token);
    expect((await whoAmI(second.body.access_token)).account).toBe('merchant');
  });

  test('shown again late ends the login for both holders', async () => {
    const first = await server.login('merchant');
    const second = await refresh(server, first.refresh_token);
    server.clock.forward(11 * secondMs);
    expect((await refresh(server, first.refresh_token)).body.error_code).toBe('refreshRefused');
    expect((await refresh(server, second.body.refresh_token)).status).toBe(400);
    expect(await refusal(whoAmI(second.body.access_token))).toMatchObject({ status: 401 });
  });

  test('two generations old ends the login even at once', async () => {
    const first = await server.login('merchant');
    const second = await refresh(server, first.refresh_token);
    const third = await refresh(server, second.body.refresh_token);
    expect((await refresh(server, first.refresh_token)).status).toBe(400);
    expect((await refresh(server, third.body.refresh_token)).status).toBe(400);
  });

  test('asked again at once, because the answer was lost, gives the same next token', async () => {
    const first = await server.login('merchant');
    const answered = await refresh(server, first.refresh_token);
    const repeated = await refresh(server, first.refresh_token);
    expect(repeated.body.refresh_token).toBe(answered.body.refresh_token);
    expect((await refresh(server, answered.body.refresh_token)).status).toBe(200);
  });

  test('used by many at the same moment moves on by one generation only', async () => {
    const first = await server.login('merchant');
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(server, first.refresh_token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
  });

  test('can not be made up', async () => {
    const { refresh_token } = await server.login('merchant');
    const [sessionId, generation, signature] = refresh_token.split('.') as [string, string, string];
    for (const forged of [
      `${sessionId}.${Number(generation) + 1}.${signature}`,
      `${newId()}.1.${signature}`,
      `${sessionId}.1.${'A'.repeat(43)}`,
      refreshTokenOf({ tokenSecret: Buffer.alloc(32, 7) }, sessionId, 1),
      '..',
      'x',
    ])
      expect((await refresh(server, forged)).body.error_code).toBe('refreshRefused');
  });

  const logInBriefly = async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/token',
      payload: {
        grant_type: 'password',
        username: 'suzhou',
        password: server.encrypt(demoPassword),
        remember: false,
      },
    });
    return answer.json<{ refresh_token: string }>();
  };

  test('of a login that is not remembered ends after a week, however much it is used', async () => {
    let { refresh_token } = await logInBriefly();
    for (let halfDays = 1; halfDays < 16; halfDays++) {
      server.clock.forward(11 * 60 * minuteMs);
      const renewed = await refresh(server, refresh_token);
      expect(renewed.status, `after ${halfDays} × 11 hours`).toBe(halfDays * 11 < 7 * 24 ? 200 : 400);
      refresh_token = renewed.body.refresh_token;
    }
  });

  test('of a login that is not remembered ends half a day after its last use', async () => {
    const remembered = await server.login('suzhou');
    const brief = await logInBriefly();
    server.clock.forward(11 * 60 * minuteMs);
    const renewed = await refresh(server, brief.refresh_token);
    expect(renewed.status).toBe(200);
    server.clock.forward(13 * 60 * minuteMs);
    expect((await refresh(server, renewed.body.refresh_token)).status).toBe(400);
    expect((await refresh(server, remembered.refresh_token)).status).toBe(200);
    server.clock.forward(30 * 24 * 60 * minuteMs);
    expect((await refresh(server, remembered.refresh_token)).status).toBe(400);
  });
});

describe('an access token', () => {
  const sign = async (
    claims: { key?: Uint8Array; issuer?: string; audience?: string; alg?: string },
    login: { access_token: string },
  ) => {
    const payload = JSON.parse(Buffer.from(login.access_token.split('.')[1]!, 'base64url').toString());
    return new SignJWT({ sid: payload.sid })
      .setProtectedHeader({ alg: claims.alg ?? 'HS256' })
      .setSubject(payload.sub)
      .setIssuer(claims.issuer ?? payload.iss)
      .setAudience(claims.audience ?? payload.aud)
      .setIssuedAt(payload.iat)
      .setExpirationTime(payload.exp)
      .sign(claims.key ?? keyFor(server.services.secrets, 'access'));
  };

  test('counts only with our key, algorithm, issuer and audience', async () => {
    const login = await server.login('merchant');
    expect((await whoAmI(await sign({}, login))).account).toBe('merchant');
    const [, body] = login.access_token.split('.') as [string, string];
    const none = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${body}.`;
    const forged = [
      none,
      await sign({ key: Buffer.from('coinyard-default-secret-key-012345') }, login),
      await sign({ key: server.services.secrets.tokenSecret }, login),
      await sign({ issuer: 'other' }, login),
      await sign({ audience: 'player' }, login),
      await sign({ alg: 'HS512', key: Buffer.alloc(64, 1) }, login),
      `${login.access_token}x`,
      'x'.repeat(5000),
    ];
    for (const token of forged) expect(await refusal(whoAmI(token))).toMatchObject({ status: 401 });
  });

  test('ends after a quarter of an hour, also when it was in use', async () => {
    const { access_token } = await server.login('merchant');
    await whoAmI(access_token);
    server.clock.forward(16 * minuteMs);
    expect(await refusal(whoAmI(access_token))).toMatchObject({ status: 401 });
  });

  test('of a session that does not exist or belongs to another user is refused', async () => {
    const now = server.clock.now();
    const { secrets } = server.services;
    const login = await server.login('merchant');
    const payload = JSON.parse(Buffer.from(login.access_token.split('.')[1]!, 'base64url').toString());
    const unknown = await issueAccessToken(
      secrets,
      { userId: payload.sub, sessionId: newId() },
      now,
      minuteMs,
    );
    const foreign = await issueAccessToken(
      secrets,
      { userId: newId(), sessionId: payload.sid },
      now,
      minuteMs,
    );
    expect(await refusal(whoAmI(unknown))).toMatchObject({ status: 401 });
    expect(await refusal(whoAmI(foreign))).toMatchObject({ status: 401 });
  });
});

describe('ending logins', () => {
  test('logging out ends this login and no other', async () => {
    const [here, there] = [await server.login('merchant2'), await server.login('merchant2')];
    await server.withToken(here.access_token).call(accountsContract.logout, {});
    expect(await refusal(whoAmI(here.access_token))).toMatchObject({ status: 401 });
    expect((await refresh(server, here.refresh_token)).status).toBe(400);
    expect((await whoAmI(there.access_token)).account).toBe('merchant2');
  });

  test('logging out everywhere ends all of them', async () => {
    const logins = [await server.login('merchant2'), await server.login('merchant2')];
    for (const login of logins) await whoAmI(login.access_token);
    await server.withToken(logins[0]!.access_token).call(accountsContract.logoutEverywhere, {});
    for (const login of logins) {
      expect(await refusal(whoAmI(login.access_token))).toMatchObject({ status: 401 });
      expect((await refresh(server, login.refresh_token)).status).toBe(400);
    }
  });

  test('one login can be ended from another, but not a stranger’s', async () => {
    const [here, there] = [await server.login('franchisee'), await server.login('franchisee')];
    const client = server.withToken(here.access_token);
    const sessions = await client.call(accountsContract.listSessions, {});
    const other = sessions.find(({ current }) => !current)!;
    const stranger = server.withToken((await server.login('clerk')).access_token);
    expect(await refusal(stranger.call(accountsContract.revokeSession, { id: other.id }))).toMatchObject({
      status: 404,
    });
    for (const session of sessions.filter(({ current }) => !current))
      await client.call(accountsContract.revokeSession, { id: session.id });
    expect(await refusal(whoAmI(there.access_token))).toMatchObject({ status: 401 });
    await whoAmI(here.access_token);
  });

  test('a new password ends all other logins and keeps this one', async () => {
    const [here, there] = [await server.login('agent'), await server.login('agent')];
    await whoAmI(there.access_token);
    const client = server.withToken(here.access_token);
    const wrong = client.call(accountsContract.changePassword, {
      oldPassword: server.encrypt('Wrong1234'),
      newPassword: server.encrypt('Fresh1234'),
    });
    expect(await refusal(wrong)).toMatchObject({ status: 400, key: 'accounts:error.wrongPassword' });
    const short = client.call(accountsContract.changePassword, {
      oldPassword: server.encrypt(demoPassword),
      newPassword: server.encrypt('short'),
    });
    expect(await refusal(short)).toMatchObject({ status: 400, key: 'accounts:error.passwordRule' });
    for (const guessed of ['PassWord1', '1qaz2wsx', 'Coinyard88']) {
      const known = client.call(accountsContract.changePassword, {
        oldPassword: server.encrypt(demoPassword),
        newPassword: server.encrypt(guessed),
      });
      expect(await refusal(known), guessed).toMatchObject({ key: 'accounts:error.passwordKnown' });
    }
    await client.call(accountsContract.changePassword, {
      oldPassword: server.encrypt(demoPassword),
      newPassword: server.encrypt('Fresh1234'),
    });
    expect((await whoAmI(here.access_token)).account).toBe('agent');
    expect(await refusal(whoAmI(there.access_token))).toMatchObject({ status: 401 });
    await server.login('agent', 'Fresh1234');
  });
});

describe('what an administrator changes counts from the next call on', () => {
  test('a role that loses a right', async () => {
    const merchant = server.withToken((await server.login('merchant')).access_token);
    const manager = server.withToken((await server.login('manager')).access_token);
    await manager.call(teamContract.listStaff, {});
    const roleId = await roleNamed(merchant, '店长');
    const role = await merchant.call(teamContract.roleDetail, { id: roleId });
    const without = role.permissions.filter((key) => key !== 'accounts.staffView');
    await merchant.call(teamContract.grantRole, { roleIds: [roleId], menuIds: without });
    expect(await refusal(manager.call(teamContract.listStaff, {}))).toMatchObject({ status: 403 });
    expect((await manager.call(accountsContract.info, {})).permissions).not.toContain('accounts.staffView');
    await merchant.call(teamContract.grantRole, { roleIds: [roleId], menuIds: role.permissions });
    await manager.call(teamContract.listStaff, {});
  });

  test('an account that is disabled, and a merchant that is', async () => {
    const merchant = server.withToken((await server.login('merchant')).access_token);
    const clerkLogin = await server.login('clerk');
    const { id } = await whoAmI(clerkLogin.access_token);
    await merchant.call(teamContract.updateStaff, { id, enabled: false });
    expect(await refusal(whoAmI(clerkLogin.access_token))).toMatchObject({ status: 401 });
    expect((await refresh(server, clerkLogin.refresh_token)).body.error_code).toBe('accountDisabled');
    await merchant.call(teamContract.updateStaff, { id, enabled: true });
    expect(await refusal(whoAmI(clerkLogin.access_token))).toMatchObject({ status: 401 });
    expect((await refresh(server, clerkLogin.refresh_token)).body.error_code).toBe('refreshRefused');
    await whoAmI((await server.login('clerk')).access_token);

    const admin = server.withToken((await server.login('admin')).access_token);
    await admin.call(partnersContract.setTenantState, { id: '100002', enabled: false });
    expect(await refusal(merchant.call(accountsContract.info, {}))).toMatchObject({ status: 401 });
    await admin.call(partnersContract.setTenantState, { id: '100002', enabled: true });
    expect(await refusal(merchant.call(accountsContract.info, {}))).toMatchObject({ status: 401 });
    await whoAmI((await server.login('merchant')).access_token);
  });
});
