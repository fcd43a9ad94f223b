import { createHash } from 'node:crypto';
import { minuteMs, secondMs } from '#kit/kernel/time.ts';
import { type App, checkApp, newToken, tokenLifeMs } from './simulated-account.ts';
import { WechatRefusal } from './simulated-refusal.ts';

export interface Person {
  openId: string;
  name: string;
}

interface Grant {
  openId: string;
  scope: string;
  untilMs: number;
}

const codeLifeMs = 5 * minuteMs;

/** Apps that are bound to one open platform know a person by the same id; by the person's id in the official account. */
export const unionIdOf = (openId: string) =>
  `o6_${createHash('sha256').update(`union ${openId}`).digest('base64url').slice(0, 25)}`;

export type Logins = ReturnType<typeof createLogins>;

/** Codes that people bring back from the page, and the tokens they are exchanged for. */
export function createLogins(app: App, people: readonly Person[]) {
  const nowMs = () => app.clock.now().getTime();
  const codes = new Map<string, Grant & { isUsed: boolean }>();
  const tokens = new Map<string, Grant>();
  const switches = { previewOnly: false, isBound: false };
  return {
    switches,

    issueCode(openId: string, scope: string): string {
      if (!people.some((person) => person.openId === openId))
        throw new WechatRefusal(40003, 'invalid openid');
      const code = newToken().slice(0, 32);
      codes.set(code, { openId, scope, untilMs: nowMs() + codeLifeMs, isUsed: false });
      return code;
    },

    exchange(params: URLSearchParams): object {
      checkApp(app, params);
      if (params.get('grant_type') !== 'authorization_code') {
        throw new WechatRefusal(40002, 'invalid grant_type');
      }
      const code = codes.get(params.get('code') ?? '');
      if (!code || code.untilMs < nowMs()) throw new WechatRefusal(40029, 'invalid code');
      if (code.isUsed) throw new WechatRefusal(40163, 'code been used');
      code.isUsed = true;
      const token = newToken();
      tokens.set(token, { openId: code.openId, scope: code.scope, untilMs: nowMs() + tokenLifeMs });
      return {
        access_token: token,
        expires_in: tokenLifeMs / secondMs,
        refresh_token: newToken(),
        openid: code.openId,
        scope: code.scope,
        ...(switches.previewOnly ? { is_snapshotuser: 1 } : {}),
        ...(switches.isBound ? { unionid: unionIdOf(code.openId) } : {}),
      };
    },

    userinfo(params: URLSearchParams): object {
      const grant = tokens.get(params.get('access_token') ?? '');
      if (!grant || grant.untilMs < nowMs()) throw new WechatRefusal(40001, 'invalid credential');
      if (grant.openId !== params.get('openid')) throw new WechatRefusal(40003, 'invalid openid');
      if (grant.scope !== 'snsapi_userinfo') throw new WechatRefusal(48001, 'api unauthorized');
      const name = people.find((person) => person.openId === grant.openId)?.name ?? '';
      return {
        openid: grant.openId,
        nickname: name,
        sex: 0,
        province: '',
        city: '',
        country: '',
        headimgurl: '',
        privilege: [],
        ...(switches.isBound ? { unionid: unionIdOf(grant.openId) } : {}),
      };
    },
  };
}
