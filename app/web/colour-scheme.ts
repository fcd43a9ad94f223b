import { deviceStorage } from '#kit/ui/device-storage.ts';

/** Where Mantine keeps the choice; pages without Mantine follow it too. */
export const schemeStorageKey = 'mantine-color-scheme-value';

/** Before anything is drawn, so that a dark desk does not flash white. */
export function applyStoredScheme(): void {
  const chosen = deviceStorage.getItem(schemeStorageKey);
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light';
}
