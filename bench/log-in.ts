import { sm2 } from 'sm-crypto-v2';
import { demoPassword } from '#kit/server/demo.ts';

/** The token of somebody of the demo on a running server. */
export async function logIn(baseUrl: string, username = 'merchant'): Promise<string> {
  const key = (await (await fetch(`${baseUrl}/api/blade-auth/oauth/publicKey`)).json()) as {
    data: { publicKey: string };
  };
  const answer = await fetch(`${baseUrl}/api/blade-auth/oauth/token`, {
    method: 'POST',
    headers: { 'tenant-id': '000000' },
    body: new URLSearchParams({
      tenantId: '000000',
      grant_type: 'password',
      scope: 'all',
      type: 'account',
      username,
      password: sm2.doEncrypt(demoPassword, key.data.publicKey, 0),
    }),
  });
  const body = (await answer.json()) as { access_token?: string; msg?: string };
  if (!body.access_token) throw new Error(`log-in of ${username} refused: ${answer.status} ${body.msg}`);
  return body.access_token;
}
