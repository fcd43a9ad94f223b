import { expect, vi } from 'vitest';
import { teamContract } from '#features/base/team/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import { newId } from '#kit/kernel/ids.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import { soon } from '#kit/server/testing/patience.ts';
import type { SmsPurpose } from '../contract/shared.ts';
import { accountsContract } from '../contract.ts';
import { keyedHash } from '../server/keyed-hash.ts';
import { captchas, smsCodes } from '../tables.ts';

export interface TokenAnswer {
  status: number;
  body: Record<string, unknown> & { access_token: string; refresh_token: string; error_code?: string };
}

/** The token call as a browser makes it: a form, with headers of choice. */
export async function askToken(
  server: TestServer,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<TokenAnswer> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/blade-auth/oauth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en-us', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
  return { status: answer.statusCode, body: answer.json() };
}

export const askPassword = (
  server: TestServer,
  username: string,
  password: string,
  headers?: Record<string, string>,
) => askToken(server, { grant_type: 'password', username, password: server.encrypt(password) }, headers);

export const refresh = (server: TestServer, refreshToken: string) =>
  askToken(server, { grant_type: 'refresh_token', refresh_token: refreshToken });

/** A picture whose answer the test knows, because it writes the answer itself. */
export async function solvedCaptcha(server: TestServer, code = 'KXT7'): Promise<Record<string, string>> {
  const { key } = await (await server.as(undefined)).call(accountsContract.captcha, {});
  const answerHash = keyedHash(server.services.secrets, 'captcha', `${key}:${code}`);
  await server.services.db.transaction((tx) => tx.update(captchas).set({ answerHash }));
  return { 'captcha-key': key, 'captcha-code': code.toLowerCase() };
}

/** The same for a call that takes it in its input. */
export async function readPicture(server: TestServer): Promise<{ captchaKey: string; captchaCode: string }> {
  const { 'captcha-key': captchaKey, 'captcha-code': captchaCode } = await solvedCaptcha(server);
  return { captchaKey: captchaKey!, captchaCode: captchaCode! };
}

/** The newest code that reached a phone after `count` earlier messages; sending may still be under way. */
export async function codeOn(server: TestServer, phone: string, count = 0): Promise<string> {
  return vi.waitFor(() => {
    const received = server.messages.filter((message) => message.phone === phone);
    expect(received.length).toBeGreaterThan(count);
    return received.at(-1)!.params.code!;
  }, soon);
}

/** A code on the phone of an account, without the waits between messages: the test writes it itself. */
export async function knownCode(server: TestServer, account: string, purpose: SmsPurpose): Promise<string> {
  const { db, secrets, clock } = server.services;
  const [user] = await db.raw`select id, phone from user_account where account = ${account}`;
  const id = newId();
  const code = '424242';
  await db.transaction((tx) =>
    tx.insert(smsCodes).values({
      id,
      createdAt: clock.now(),
      phone: user?.phone as string,
      purpose,
      address: '127.0.0.1',
      asker: ['phone', 'card'].includes(purpose) ? `staff ${user?.id}` : null,
      codeHash: keyedHash(secrets, 'sms', `${id}:${code}`),
      expiresAt: new Date(clock.now().getTime() + minuteMs),
    }),
  );
  return code;
}

export const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000');

export async function roleNamed(client: Client, title: string): Promise<string> {
  const roles = await client.call(teamContract.listRoles, {});
  return roles.find((role) => role.roleName === title)!.id;
}
