import { z } from 'zod';
import { type Clock, secondMs } from '#kit/kernel/time.ts';
import { type Api, WechatRefused } from './api.ts';
import { createExpiring } from './expiring.ts';

const ended: ReadonlySet<string> = new Set(['40001', '40014', '42001']);
const answerSchema = z.object({ access_token: z.string(), expires_in: z.number() });

export interface AccountToken {
  /** Asks with the account's token, and once more with a new one where WeChat says that it has ended. */
  use<T>(ask: (token: string) => Promise<T>): Promise<T>;
}

/** The token of the whole official account. */
export function createAccountToken(
  get: Api,
  { appId, secret }: { appId: string; secret: string },
  clock: Clock,
): AccountToken {
  const token = createExpiring(clock, async () => {
    const asked = { grant_type: 'client_credential', appid: appId, secret };
    const answer = await get('/cgi-bin/token', asked, answerSchema);
    return { value: answer.access_token, lifeMs: answer.expires_in * secondMs };
  });
  return {
    async use(ask) {
      try {
        return await ask(await token.get());
      } catch (error) {
        // somebody else fetched a token, and with that ended ours
        if (!(error instanceof WechatRefused && ended.has(error.code))) throw error;
        token.forget();
        return ask(await token.get());
      }
    },
  };
}
