import { type AccountName, lockAccounts } from '#features/money/ledger/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { Moving, PaymentListener } from './types.ts';

const listeners = new WeakMap<Services, PaymentListener[]>();

/** From a feature's `start`. Listeners run one after another, in the transaction that books what they hear of. */
export function onPayments(services: Services, listener: PaymentListener): void {
  listeners.set(services, [...(listeners.get(services) ?? []), listener]);
}

/** Owners' rows first, then all accounts at once; nothing of that where one statement will move everything. */
export async function takeBeforehand(
  tx: Tx,
  services: Services,
  moving: Moving,
  own: readonly AccountName[],
): Promise<void> {
  const theirs: AccountName[] = [];
  for (const listener of listeners.get(services) ?? [])
    theirs.push(...((await listener.moving?.(tx, moving)) ?? []));
  if (theirs.length === 0) return;
  const spread = moving.subject.id;
  await lockAccounts(
    tx,
    [...own, ...theirs].map((account) => ({ account, spread })),
  );
}

type Heard = Exclude<keyof PaymentListener, 'moving'>;
type Told<K extends Heard> = Parameters<NonNullable<PaymentListener[K]>>[1];

export async function tell<K extends Heard>(
  tx: Tx,
  services: Services,
  what: K,
  fact: Told<K>,
): Promise<void> {
  for (const listener of listeners.get(services) ?? [])
    await (listener[what] as ((tx: Tx, fact: Told<K>) => Promise<void>) | undefined)?.(tx, fact);
}
