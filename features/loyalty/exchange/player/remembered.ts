import { deviceStorage } from '#kit/ui/device-storage.ts';

const key = 'subIntegralStore';
export const storeTabs = ['home', 'order'] as const;
export type StoreTab = (typeof storeTabs)[number];

interface Remembered {
  tabSelect: StoreTab;
  /** the rules of the store are still to be read */
  tipFlag: boolean;
}

const usual: Remembered = { tabSelect: 'home', tipFlag: true };

export function readRemembered(): Remembered {
  try {
    const { tabSelect, tipFlag } = JSON.parse(deviceStorage.getItem(key) ?? '{}') as Partial<Remembered>;
    return {
      tabSelect: storeTabs.find((tab) => tab === tabSelect) ?? usual.tabSelect,
      tipFlag: tipFlag ?? usual.tipFlag,
    };
  } catch {
    return usual;
  }
}

export const remember = (change: Partial<Remembered>): void =>
  deviceStorage.setItem(key, JSON.stringify({ ...readRemembered(), ...change }));
