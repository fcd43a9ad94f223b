type SimpleStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { keys(): string[] };

function memoryStorage(): SimpleStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    keys: () => [...values.keys()],
  };
}

/** Some in-app browsers refuse storage outright; the app then works for as long as the page lives. */
function usable(pick: () => Storage): SimpleStorage {
  try {
    const storage = pick();
    storage.setItem('coinyard.probe', '1');
    storage.removeItem('coinyard.probe');
    return {
      getItem: (key) => storage.getItem(key),
      setItem: (key, value) => storage.setItem(key, value),
      removeItem: (key) => storage.removeItem(key),
      keys: () => Object.keys(storage),
    };
  } catch {
    return memoryStorage();
  }
}

export const deviceStorage = usable(() => localStorage);
export const tabStorage = usable(() => sessionStorage);
