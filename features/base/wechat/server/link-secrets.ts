import { keyedBytes, keyFor, sameText } from '#kit/server/keyed-code.ts';
import { openText, sealText } from '#kit/server/sealed.ts';
import type { Secrets } from '#kit/server/secrets.ts';

const macOf = ({ tokenSecret }: Pick<Secrets, 'tokenSecret'>, use: string, words: string) =>
  keyedBytes(keyFor(tokenSecret, `coinyard wechat ${use}`), words);

/** Keyed, so that a copy of the table opens nothing and can not be searched for. */
export const hashOf = (secrets: Secrets, use: 'link' | 'code', text: string): string =>
  macOf(secrets, use, text).toString('base64url');

/**
 * Goes to WeChat and comes back with the code. It belongs to one link and to the tab that asked. Hexadecimal, because
 * WeChat lets nothing but letters and digits through.
 */
export const linkState = (secrets: Secrets, { token, nonce }: { token: string; nonce: string }): string =>
  macOf(secrets, 'link state', `${token}\n${nonce}`).toString('hex');

export function isLinkState(
  secrets: Secrets,
  begun: { token: string; nonce: string },
  state: string,
): boolean {
  return sameText(state, linkState(secrets, begun));
}

const purpose = (userId: string) => `wechat of ${userId}`;

export const sealOpenId = (secrets: Secrets, userId: string, openId: string): string =>
  sealText(secrets, openId, purpose(userId));

export const openOpenId = (secrets: Secrets, userId: string, sealed: string): string =>
  openText(secrets, sealed, purpose(userId));
