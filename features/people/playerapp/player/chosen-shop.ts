import { deviceStorage, tabStorage } from '#kit/ui/device-storage.ts';
import { createStore, useStore } from '#kit/ui/store.ts';

const key = 'coinyard.shop';

interface Chosen {
  /** since the app was opened: nearer shops do not push it away */
  now: string | undefined;
  /** at some other time */
  before: string | undefined;
}

const read = (storage: Pick<Storage, 'getItem'>) => storage.getItem(key) ?? undefined;

const chosenStore = createStore<Chosen>({ now: read(tabStorage), before: read(deviceStorage) });

export function chooseShop(fieldId: string): void {
  tabStorage.setItem(key, fieldId);
  deviceStorage.setItem(key, fieldId);
  chosenStore.set({ now: fieldId, before: fieldId });
}

/** It is there no longer. */
export function forgetShop(): void {
  tabStorage.removeItem(key);
  deviceStorage.removeItem(key);
  chosenStore.set({ now: undefined, before: undefined });
}

export const useChosenShop = (): Chosen => useStore(chosenStore);
