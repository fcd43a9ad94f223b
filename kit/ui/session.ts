import type { ReactNode } from 'react';
import { CallError } from '#kit/contract/client.ts';
import type { AnyEndpoint } from '#kit/contract/endpoint.ts';
import { AppError } from '#kit/kernel/errors.ts';
import { mayCall } from './access.ts';
import { deviceStorage } from './device-storage.ts';
import { currentLanguage, translate } from './i18n.ts';
import { personWatch } from './person.ts';
import { createSessionKeeper, type Session, type SessionUser, type TokenAnswer } from './session-keeper.ts';
import { createStore, useStore } from './store.ts';
import { withTabLock } from './tab-lock.ts';
import { loginExpiredMs, toast } from './toast.ts';

const tokenPath = '/api/blade-auth/oauth/token';
const openMarkCookie = 'coinyard_open';
const platformTenant = '000000';

/** Why there is no session: after a log-out the login page needs no way back. */
export type AbsenceReason = 'none' | 'loggedOut' | 'expired';

export interface SessionState {
  session: Session | undefined;
  absence: AbsenceReason;
}

function readOpenMark(): string | undefined {
  return new RegExp(`(?:^|; )${openMarkCookie}=([^;]*)`).exec(document.cookie)?.[1];
}

function renewOpenMark(): string {
  const mark = Math.random().toString(36).slice(2);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http
  document.cookie = `${openMarkCookie}=${mark}; path=/; samesite=lax`;
  return mark;
}

interface TokenFailure {
  error_code?: string;
  error_description?: string;
  msg?: string;
  error?: { key: string };
}

async function postToken(form: Record<string, string>, headers: Record<string, string> = {}) {
  let response: Response;
  try {
    response = await fetch(tokenPath, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'accept-language': currentLanguage(),
        'tenant-id': platformTenant,
        ...headers,
      },
      body: new URLSearchParams(form),
    });
  } catch {
    throw new AppError('kit:error.network', 'unavailable');
  }
  const body = (await response.json().catch(() => undefined)) as (TokenAnswer & TokenFailure) | undefined;
  return { response, body };
}

async function requestRefresh(refreshToken: string): Promise<TokenAnswer | undefined> {
  const { response, body } = await postToken({ grant_type: 'refresh_token', refresh_token: refreshToken });
  if (response.ok && body?.access_token) return body;
  if (response.status === 400 || response.status === 401) return undefined;
  // The server is ill, not the token: the login must survive that.
  throw new CallError(body?.msg ?? '', response.status);
}

const state = createStore<SessionState>({ session: undefined, absence: 'none' });
let absence: AbsenceReason = 'none';

function show(session: Session | undefined): void {
  // Before anybody hears of it: the next person's pages must find nothing of the last one's.
  if (session) personWatch.is(session.user.id);
  state.set({ session, absence: session ? 'none' : absence });
}

const keeper = createSessionKeeper({
  storage: deviceStorage,
  openMark: { read: readOpenMark, renew: renewOpenMark },
  exclusively: (task) => withTabLock('refresh', task),
  requestRefresh,
  now: Date.now,
  onRefused: noteExpiry,
  onChange: show,
});
show(keeper.get());
window.addEventListener('storage', (event) => {
  if (event.key === null || event.key.startsWith('coinyard.session')) keeper.reload();
});

export const sessionStore = state;
export const useSession = (): SessionUser | undefined => useStore(state).session?.user;
export const currentUser = (): SessionUser | undefined => state.get().session?.user;
export const accessToken = () => keeper.accessToken();
export const replaceToken = (refusedToken: string) => keeper.replaceToken(refusedToken);

/** Asks for a token by the fields of a grant (password, captcha, sms) and keeps the login on success. */
export async function logIn(
  form: Record<string, string>,
  options: { remember: boolean; captcha?: { key: string; code: string } },
): Promise<SessionUser> {
  const { response, body } = await postToken(
    {
      tenantId: platformTenant,
      scope: 'all',
      type: 'account',
      remember: String(options.remember),
      ...form,
    },
    options.captcha ? { 'captcha-key': options.captcha.key, 'captcha-code': options.captcha.code } : {},
  );
  if (!response.ok || !body?.access_token)
    throw new CallError(
      body?.msg ?? body?.error_description ?? '',
      response.status,
      body?.error?.key ?? body?.error_code,
    );
  absence = 'none';
  keeper.begin(body, options.remember);
  return keeper.get()!.user;
}

export const updateUser = (user: SessionUser) => keeper.setUser(user);

function noteExpiry(): void {
  absence = 'expired';
  toast.info(translate('kit:error.loginExpired'), loginExpiredMs);
}

/** The router notices the missing session and goes to /login with the way back. */
export function expireSession(): void {
  if (!keeper.get()) return;
  noteExpiry();
  keeper.clear();
}

/** For a login that the server has already ended on request. */
export function forgetSession(): void {
  absence = 'loggedOut';
  personWatch.left();
  keeper.clear();
}

export async function logout(): Promise<void> {
  const token = keeper.get()?.accessToken;
  forgetSession();
  if (!token) return;
  // The server forgets the refresh token; when it can not be reached the token ends by its own age.
  await fetch('/api/blade-auth/oauth/logout', { headers: { 'blade-auth': `bearer ${token}` } }).catch(
    () => {},
  );
}

export const useCan = (endpoint: AnyEndpoint): boolean => mayCall(useSession(), endpoint);

export function Can(props: { endpoint: AnyEndpoint; children: ReactNode; fallback?: ReactNode }): ReactNode {
  return useCan(props.endpoint) ? props.children : (props.fallback ?? null);
}

/** Whom to ask for a right, by name where there is somebody to ask. */
export function refusedRight(): string {
  const name = currentUser()?.administrator;
  return name ? translate('kit:error.askAdministrator', { name }) : translate('kit:error.noPermission');
}

let publicKey: Promise<string> | undefined;

async function fetchPublicKey(): Promise<string> {
  const response = await fetch('/api/blade-auth/oauth/publicKey');
  const body = (await response.json()) as { data?: { publicKey?: string } };
  if (!body.data?.publicKey) throw new CallError('', response.status);
  return body.data.publicKey;
}

/** SM2 over the server's key: passwords do not cross the wire readable even on plain http. */
export async function encryptPassword(plain: string): Promise<string> {
  publicKey ??= fetchPublicKey().catch((error) => {
    publicKey = undefined;
    throw error instanceof CallError ? error : new AppError('kit:error.network', 'unavailable');
  });
  const [{ sm2 }, key] = await Promise.all([import('sm-crypto-v2'), publicKey]);
  return sm2.doEncrypt(plain, key, 0);
}
