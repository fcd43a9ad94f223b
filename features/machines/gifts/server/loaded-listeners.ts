import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';

/** Pieces that somebody put into a machine on a round. */
export interface LoadedGift {
  roundId: string;
  deviceId: string;
  giftId: string;
  amount: number;
}

/** Runs in the transaction that books the pieces; what throws undoes both. */
type Listener = (tx: Tx, context: StaffContext, loaded: LoadedGift) => Promise<void>;

const listeners = new WeakMap<Services, Listener[]>();

/** Called from the `start` of the feature that keeps rounds: gifts do not depend on it, it depends on them. */
export function onGiftsLoaded(services: Services, listener: Listener): void {
  listeners.set(services, [...(listeners.get(services) ?? []), listener]);
}

export async function tellLoaded(tx: Tx, context: StaffContext, loaded: LoadedGift): Promise<void> {
  for (const listener of listeners.get(context.services) ?? []) await listener(tx, context, loaded);
}
