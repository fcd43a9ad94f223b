import type { Realm } from '#kit/contract/endpoint.ts';
import type { ErrorParams } from '#kit/kernel/errors.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { Texts } from '#kit/server/texts.ts';

/** Something that people read in their inbox. */
export interface Notice {
  audience: { kind: 'realm'; realm: Realm } | { kind: 'tenant'; tenantId: string };
  /** translation keys of the sending feature; both languages are written, readers see theirs */
  titleKey: string;
  bodyKey: string;
  params?: ErrorParams;
  level?: 'info' | 'notice' | 'warning';
  /** a path of this product where the reader can act */
  link?: string;
}

type Messenger = (tx: Tx, texts: Texts, notice: Notice) => Promise<unknown>;

const messengers = new WeakMap<Services, Messenger>();

/** Called from the `start` of the feature that keeps inboxes: accounts do not depend on it, it depends on them. */
export function provideMessenger(services: Services, messenger: Messenger): void {
  messengers.set(services, messenger);
}

/** Together with the change that caused it. */
export async function tellPeople(tx: Tx, services: Services, notice: Notice): Promise<void> {
  const send = messengers.get(services);
  // better no change than one that nobody hears of: who guards accounts relies on these words
  if (!send) throw new Error('no feature brings messages to people');
  await send(tx, services.texts, notice);
}
