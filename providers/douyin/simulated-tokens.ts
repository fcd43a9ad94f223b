import { newSecret } from '#kit/kernel/ids.ts';
import { type Clock, hourMs, minuteMs, secondMs } from '#kit/kernel/time.ts';
import { DouyinRefusal } from './simulated-refusal.ts';

const lifeMs = 2 * hourMs;
const graceMs = 5 * minuteMs;

/** Tokens of the app: a new one ends those before it, with a little grace. */
export function createClientTokens(app: { clientKey: string; clientSecret: string; clock: Clock }) {
  const ends = new Map<string, number>();
  const nowMs = () => app.clock.now().getTime();
  return {
    issue(params: Record<string, unknown>): object {
      const { client_key, client_secret, grant_type } = params;
      if (grant_type !== 'client_credential') throw new DouyinRefusal(2100005, '参数不合法');
      if (client_key !== app.clientKey || client_secret !== app.clientSecret)
        throw new DouyinRefusal(2100005, 'client_key 或 client_secret 不正确');
      for (const [token, end] of ends) ends.set(token, Math.min(end, nowMs() + graceMs));
      const token = `clt.${newSecret()}`;
      ends.set(token, nowMs() + lifeMs);
      return { access_token: token, expires_in: lifeMs / secondMs, captcha: '', desc_url: '' };
    },
    check(token: string): void {
      const end = ends.get(token);
      if (end === undefined) throw new DouyinRefusal(2190002, 'access_token无效');
      if (end <= nowMs()) throw new DouyinRefusal(2190008, 'access_token过期,请刷新或重新授权');
    },
    endAll: () => ends.clear(),
  };
}
