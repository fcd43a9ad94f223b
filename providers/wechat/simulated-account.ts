import { randomBytes } from 'node:crypto';
import { type Clock, hourMs, minuteMs, secondMs } from '#kit/kernel/time.ts';
import { WechatRefusal } from './simulated-refusal.ts';

export interface App {
  appId: string;
  secret: string;
  clock: Clock;
}

export const tokenLifeMs = 2 * hourMs;
const graceMs = 5 * minuteMs;
/** a ticket with less left is followed by a new one */
const ticketEndMs = 10 * minuteMs;

export const newToken = () => randomBytes(32).toString('base64url');

export function checkApp({ appId, secret }: App, params: URLSearchParams): void {
  if (params.get('appid') !== appId) throw new WechatRefusal(40013, 'invalid appid');
  if (params.get('secret') !== secret) throw new WechatRefusal(40125, 'invalid appsecret');
}

/** Tokens of the account itself, and the tickets that pages are signed with. */
export function createAccountTokens(app: App) {
  const ends = new Map<string, number>();
  let ticket = { value: '', endMs: 0 };
  const nowMs = () => app.clock.now().getTime();

  function check(params: URLSearchParams): void {
    const endMs = ends.get(params.get('access_token') ?? '');
    if (!endMs || endMs < nowMs())
      throw new WechatRefusal(40001, 'invalid credential, access_token is invalid or not latest');
  }

  return {
    check,
    endAll: () => ends.clear(),

    issue(params: URLSearchParams): object {
      if (params.get('grant_type') !== 'client_credential') {
        throw new WechatRefusal(40002, 'invalid grant_type');
      }
      checkApp(app, params);
      // a new one ends those before it, with a little grace
      for (const token of ends.keys()) ends.set(token, nowMs() + graceMs);
      const token = newToken();
      ends.set(token, nowMs() + tokenLifeMs);
      return { access_token: token, expires_in: tokenLifeMs / secondMs };
    },

    /** who asks while one is valid gets the same, with what is left of its life */
    ticket(params: URLSearchParams): object {
      check(params);
      if (params.get('type') !== 'jsapi') throw new WechatRefusal(40097, 'invalid args');
      if (ticket.endMs - nowMs() < ticketEndMs) {
        ticket = { value: newToken(), endMs: nowMs() + tokenLifeMs };
      }
      const leftSeconds = Math.floor((ticket.endMs - nowMs()) / secondMs);
      return { errcode: 0, errmsg: 'ok', ticket: ticket.value, expires_in: leftSeconds };
    },
  };
}
