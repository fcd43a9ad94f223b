import type { Client } from '#kit/contract/client.ts';
import type { TestServer } from '#kit/server/testing/harness.ts';
import { demoPeople } from '#providers/demo-people.ts';
import { linkPath, wechatContract } from '../contract.ts';

export const nonce = 'a-nonce-of-this-very-tab';

export function personNamed(name: string) {
  const person = demoPeople.find((one) => one.platform === 'wechat' && one.name === name);
  if (!person) throw new Error(`nobody is called ${name} at WeChat`);
  return person;
}

/** What the phone does with a scanned code: says yes, is sent to WeChat, and comes back with a code and a state. */
export async function sayYes(server: TestServer, phone: Client, token: string, name: string) {
  const { url } = await phone.call(wechatContract.askWechat, {
    token,
    nonce,
    url: `${server.services.publicBase()}${linkPath}`,
  });
  const asked = new URL(url).searchParams;
  const code = server.services.demoPay.wechatLogin!.control.issueCode(
    personNamed(name).openId,
    asked.get('scope') ?? '',
  );
  return { token, nonce, code, state: asked.get('state') ?? '' };
}

/** The WeChat of one of the demo's people is linked to the account of a client, on a phone where nobody is logged in. */
export async function linkWechat(server: TestServer, staff: Client, name: string): Promise<void> {
  const { token } = await staff.call(wechatContract.beginLink, {});
  const phone = server.withToken(undefined);
  await phone.call(wechatContract.finishLink, await sayYes(server, phone, token, name));
}
