import { sm2 } from 'sm-crypto-v2';
import { accountsContract } from '#features/base/accounts/contract.ts';
import { showroomContract } from '#features/demo/showroom/contract.ts';
import { type Client, createClient } from '#kit/contract/client.ts';
import type { Language } from '#kit/kernel/language.ts';
import { demoPassword } from '#kit/server/demo.ts';
import type { TokenAnswer } from '#kit/ui/session-keeper.ts';

/** Calls beside the browser: to prepare what a journey needs and to see what the server kept. */
export interface Api {
  baseUrl: string;
  /** nobody, or the owner of the token */
  client(token?: string, language?: Language): Client;
  encrypt(password: string): Promise<string>;
  login(account: string, password?: string): Promise<TokenAnswer>;
  as(account: string, password?: string): Promise<Client>;
  /** the same at once: logs in when the first call is made */
  of(account: string): Client;
  /** the newest code sent to a phone, out of the demo outbox */
  codeOf(phone: string): Promise<string | undefined>;
}

export function createApi(baseUrl: string): Api {
  const client: Api['client'] = (token, language = 'en-us') =>
    createClient({ baseUrl, language: () => language, token: async () => token });
  const nobody = client();
  let publicKey: Promise<string> | undefined;
  const encrypt: Api['encrypt'] = async (password) => {
    publicKey ??= nobody.call(accountsContract.publicKey, {}).then((answer) => answer.publicKey);
    return sm2.doEncrypt(password, await publicKey, 0);
  };
  const login: Api['login'] = async (account, password = demoPassword) =>
    nobody.call(accountsContract.token, {
      grant_type: 'password',
      username: account,
      password: await encrypt(password),
    });
  return {
    baseUrl,
    client,
    encrypt,
    login,
    of(account) {
      let token: Promise<string> | undefined;
      return createClient({
        baseUrl,
        language: () => 'en-us',
        token: () => {
          token ??= login(account).then((answer) => answer.access_token);
          return token;
        },
      });
    },
    as: async (account, password) => client((await login(account, password)).access_token),
    async codeOf(phone) {
      const messages = await nobody.call(showroomContract.outbox, {});
      return messages
        .flatMap((message) => (message.way === 'sms' && message.phone === phone ? [message.params.code] : []))
        .find(Boolean);
    },
  };
}
