type SimpleStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { keys(): string[] };

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/**
 * Some in-app browsers refuse storage outright, others when it is full: what it does not take is kept for as long as the
 * page lives. Nothing is tried in advance, a write costs the first load of a slow phone some milliseconds.
 */
export function tolerant(pick: () => Storage): SimpleStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? attempt(() => pick().getItem(key)) ?? null,
    setItem(key, value) {
      try {
        pick().setItem(key, value);
        kept.delete(key);
      } catch {
        kept.set(key, value);
      }
    },
    removeItem(key) {
      kept.delete(key);
      attempt(() => pick().removeItem(key));
    },
    keys: () => [...new Set([...kept.keys(), ...(attempt(() => Object.keys(pick())) ?? [])])],
  };
}

export const deviceStorage = tolerant(() => localStorage);
export const tabStorage = tolerant(() => sessionStorage);
