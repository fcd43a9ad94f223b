import { deviceStorage } from './device-storage.ts';

/**
 * Mutual exclusion between the tabs of one browser. Web Locks exist only in secure contexts, and operators
 * do open the back office over plain http in a shop's network: there a lease in local storage serves.
 */
const settleMs = 40;
const leaseMs = 15_000;
const pauseMs = 60;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export interface LeaseOptions {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  now(): number;
  wait?: (ms: number) => Promise<unknown>;
  owner?: string;
}

export async function withLease<T>(name: string, task: () => Promise<T>, options: LeaseOptions): Promise<T> {
  const { storage, now } = options;
  const sleep = options.wait ?? wait;
  const owner = options.owner ?? Math.random().toString(36).slice(2);
  const key = `coinyard.lease.${name}`;
  for (;;) {
    const [holder, until] = (storage.getItem(key) ?? '').split(' ');
    if (!holder || Number(until) < now()) {
      storage.setItem(key, `${owner} ${now() + leaseMs}`);
      // Two tabs that wrote at once both wait here; the later writer is the one that stays.
      await sleep(settleMs);
      if (storage.getItem(key)?.startsWith(`${owner} `)) break;
    }
    await sleep(pauseMs);
  }
  try {
    return await task();
  } finally {
    if (storage.getItem(key)?.startsWith(`${owner} `)) storage.removeItem(key);
  }
}

export function withTabLock<T>(name: string, task: () => Promise<T>): Promise<T> {
  // lib.dom types the answer of a promise-returning callback as a promise of a promise
  if (navigator.locks) return navigator.locks.request(`coinyard.${name}`, task) as Promise<T>;
  return withLease(name, task, { storage: deviceStorage, now: Date.now });
}
