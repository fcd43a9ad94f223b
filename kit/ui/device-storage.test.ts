import { describe, expect, it } from 'vitest';
import { tolerant } from './device-storage.ts';

/** As a browser's: its keys are its own enumerable properties, its methods are not. */
function browserStorage(): Storage {
  return Object.create({
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  });
}

describe('what the device keeps', () => {
  it('is in its storage', () => {
    const storage = browserStorage();
    const kept = tolerant(() => storage);
    kept.setItem('a', '1');
    expect([storage.getItem('a'), kept.getItem('a'), kept.keys()]).toEqual(['1', '1', ['a']]);
    kept.removeItem('a');
    expect([storage.getItem('a'), kept.getItem('a'), kept.keys()]).toEqual([null, null, []]);
  });

  it('lives as long as the page where storage is refused', () => {
    const kept = tolerant(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    kept.setItem('a', '1');
    expect([kept.getItem('a'), kept.getItem('b'), kept.keys()]).toEqual(['1', null, ['a']]);
    kept.removeItem('a');
    expect(kept.getItem('a')).toBeNull();
  });

  it('is the newest value although the storage is full and still holds the one before', () => {
    const storage = browserStorage();
    const kept = tolerant(() => storage);
    kept.setItem('a', 'old');
    let full = true;
    const take = storage.setItem.bind(storage);
    Object.defineProperty(storage, 'setItem', {
      value(key: string, value: string) {
        if (full) throw new DOMException('full', 'QuotaExceededError');
        take(key, value);
      },
    });
    kept.setItem('a', 'new');
    expect([kept.getItem('a'), kept.keys()]).toEqual(['new', ['a']]);
    full = false;
    kept.setItem('a', 'newest');
    expect([kept.getItem('a'), storage.getItem('a')]).toEqual(['newest', 'newest']);
  });
});
