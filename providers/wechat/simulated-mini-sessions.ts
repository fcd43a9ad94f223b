import { minuteMs } from '#kit/kernel/time.ts';
import { type App, checkApp, newToken } from './simulated-account.ts';
import { type Person, unionIdOf } from './simulated-logins.ts';
import { WechatRefusal } from './simulated-refusal.ts';

const codeLifeMs = 5 * minuteMs;

/** The same person has another id under another app. */
export const miniOpenId = (openId: string) => openId.replace(/^o/, 'm');

/** What `wx.login` of a mini-program gives, and what its server gets for it. */
export function createMiniSessions(app: App, people: readonly Person[]) {
  const nowMs = () => app.clock.now().getTime();
  const codes = new Map<string, { openId: string; unionId: string; untilMs: number; isUsed: boolean }>();
  const switches = { isBound: false };
  return {
    switches,

    issueCode(openId: string): string {
      if (!people.some((person) => person.openId === openId))
        throw new WechatRefusal(40003, 'invalid openid');
      const code = newToken().slice(0, 32);
      codes.set(code, {
        openId: miniOpenId(openId),
        unionId: unionIdOf(openId),
        untilMs: nowMs() + codeLifeMs,
        isUsed: false,
      });
      return code;
    },

    exchange(params: URLSearchParams): object {
      checkApp(app, params);
      if (params.get('grant_type') !== 'authorization_code') {
        throw new WechatRefusal(40002, 'invalid grant_type');
      }
      const code = codes.get(params.get('js_code') ?? '');
      if (!code || code.untilMs < nowMs()) throw new WechatRefusal(40029, 'invalid code');
      if (code.isUsed) throw new WechatRefusal(40163, 'code been used');
      code.isUsed = true;
      return {
        openid: code.openId,
        session_key: newToken().slice(0, 24),
        ...(switches.isBound ? { unionid: code.unionId } : {}),
      };
    },
  };
}
