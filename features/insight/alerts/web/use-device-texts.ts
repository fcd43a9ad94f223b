import { useEffect } from 'react';
import { loadNamespaces } from '#kit/ui/i18n.ts';

/** Names of faults are texts of the devices feature; the page shows again when they are there. */
export function useDeviceTexts(): void {
  useEffect(() => {
    loadNamespaces('devices').catch(() => {});
  }, []);
}
