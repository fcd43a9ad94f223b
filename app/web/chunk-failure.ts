import { tabStorage } from '#kit/ui/device-storage.ts';

const reloadedKey = 'coinyard.reloadedFor';

export class ChunkTimeoutError extends Error {
  constructor(seconds: number) {
    super(`page chunk not loaded within ${seconds} s`);
    this.name = 'ChunkTimeoutError';
  }
}

export function withTimeout<T>(task: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkTimeoutError(timeoutMs / 1000)), timeoutMs);
    task.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** The entry script this page runs, as index.html names it. */
const ownEntry = () =>
  document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src');

/**
 * After a deployment the chunks of the old build are gone. A page that fails to load while index.html already
 * names another entry is such a case: one full reload cures it. Only one, so that a broken build does not loop.
 */
export async function reloadIfRedeployed(): Promise<boolean> {
  const entry = ownEntry();
  if (!entry || tabStorage.getItem(reloadedKey) === entry) return false;
  try {
    const response = await fetch('/index.html', { cache: 'no-store' });
    if (!response.ok || (await response.text()).includes(entry)) return false;
  } catch {
    return false;
  }
  tabStorage.setItem(reloadedKey, entry);
  location.reload();
  return true;
}
