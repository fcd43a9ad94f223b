import { deviceStorage } from './device-storage.ts';
import { forgetWithPerson } from './person.ts';
import { createStore, useStore } from './store.ts';

export interface CurrentSite {
  id: string;
  name: string;
}

const storageKey = 'coinyard.site';

function read(): CurrentSite | undefined {
  try {
    return (JSON.parse(deviceStorage.getItem(storageKey) ?? 'null') as CurrentSite | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The site a person works in (staff) or stands in (player). `undefined` means all sites. */
export const currentSiteStore = createStore<CurrentSite | undefined>(read());

export function chooseSite(site: CurrentSite | undefined): void {
  if (site) deviceStorage.setItem(storageKey, JSON.stringify(site));
  else deviceStorage.removeItem(storageKey);
  currentSiteStore.set(site);
}

forgetWithPerson(() => chooseSite(undefined));

export const useCurrentSite = (): CurrentSite | undefined => useStore(currentSiteStore);
