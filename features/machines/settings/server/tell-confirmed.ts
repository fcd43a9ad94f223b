import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { keepPrices } from './keep-prices.ts';

type Device = { tenantId: string; deviceId: string };
/** What another feature does when devices run with other settings than before, in the same transaction. */
export type ConfirmedListener = (tx: Tx, devices: readonly Device[]) => Promise<void>;

const listenersOf = new WeakMap<Services, ConfirmedListener[]>();

/** Called from a feature's `start`. */
export function onSettingsConfirmed(services: Services, listener: ConfirmedListener): void {
  listenersOf.set(services, [...(listenersOf.get(services) ?? []), listener]);
}

export async function tellConfirmed(tx: Tx, services: Services, devices: readonly Device[]): Promise<void> {
  if (devices.length === 0) return;
  await keepPrices(tx, devices);
  for (const listener of listenersOf.get(services) ?? []) await listener(tx, devices);
}
