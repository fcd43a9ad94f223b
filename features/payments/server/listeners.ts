import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { PaymentListener } from './types.ts';

const listeners = new WeakMap<Services, PaymentListener[]>();

/** From a feature's `start`. Listeners run one after another, in the transaction that books what they hear of. */
export function onPayments(services: Services, listener: PaymentListener): void {
  listeners.set(services, [...(listeners.get(services) ?? []), listener]);
}

type Told<K extends keyof PaymentListener> = Parameters<NonNullable<PaymentListener[K]>>[1];

export async function tell<K extends keyof PaymentListener>(
  tx: Tx,
  services: Services,
  what: K,
  fact: Told<K>,
): Promise<void> {
  for (const listener of listeners.get(services) ?? [])
    await (listener[what] as ((tx: Tx, fact: Told<K>) => Promise<void>) | undefined)?.(tx, fact);
}
