import { newRequestId } from '#kit/kernel/request-id.ts';
import { tabStorage } from '#kit/ui/device-storage.ts';
import { forgetWithPerson } from '#kit/ui/person.ts';

/** What this tab must still know when WeChat leads back to it. */
export interface Begun {
  token: string;
  nonce: string;
}

const storageKey = 'wechat.link';
forgetWithPerson(() => tabStorage.removeItem(storageKey));

/** Behind the #, where no server sees it. WeChat puts its own word there on the way back. */
export function tokenOf(hash: string): string | undefined {
  const token = hash.replace(/^#/, '');
  return /^[\w-]{20,64}$/.test(token) ? token : undefined;
}

export function begin(token: string): Begun {
  const begun = { token, nonce: newRequestId() };
  tabStorage.setItem(storageKey, JSON.stringify(begun));
  return begun;
}

export function takeBegun(): Begun | undefined {
  const text = tabStorage.getItem(storageKey);
  tabStorage.removeItem(storageKey);
  return text ? (JSON.parse(text) as Begun) : undefined;
}
