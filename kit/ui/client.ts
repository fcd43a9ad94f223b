import { createClient } from '#kit/contract/client.ts';
import { currentLanguage } from './i18n.ts';
import { accessToken, expireSession, replaceToken } from './session.ts';

/** One silent second attempt with a fresh token; only a second 401 ends the login. */
async function sendWithFreshToken(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(input, init);
  const headers = new Headers(init.headers);
  const used = headers.get('blade-auth')?.replace(/^bearer /, '');
  if (response.status !== 401 || !used) return response;
  const token = await replaceToken(used).catch(() => undefined);
  if (!token || token === used) return response;
  headers.set('blade-auth', `bearer ${token}`);
  return fetch(input, { ...init, headers });
}

export const client = createClient({
  baseUrl: '',
  serves: 'staff',
  language: currentLanguage,
  token: accessToken,
  onUnauthorized: expireSession,
  fetch: sendWithFreshToken as typeof fetch,
});
