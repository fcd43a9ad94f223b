import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';

export interface Leaving {
  tenantId: string;
  userId: string;
  name: string;
}

/** In the transaction that removes a franchisee: refuses with an AppError while something is open with them. */
type LeavingListener = (tx: Tx, who: Leaving) => Promise<void>;

const listeners = new WeakMap<Services, LeavingListener[]>();

/** From a feature's `start`: features that keep money or sites for franchisees may refuse their leaving. */
export function onFranchiseeLeaving(services: Services, listener: LeavingListener): void {
  listeners.set(services, [...(listeners.get(services) ?? []), listener]);
}

export async function assertMayLeave(tx: Tx, services: Services, who: Leaving): Promise<void> {
  for (const listener of listeners.get(services) ?? []) await listener(tx, who);
}
