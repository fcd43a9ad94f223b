import { siteSource } from '#features/base/sites/web/public.ts';
import { currentSiteStore } from '#kit/ui/current-site.ts';

/** Which site a form of prices is about: the one people look at, unless they choose another. */
export const siteField = {
  name: 'fieldId',
  label: 'kit:thing.siteLabel',
  kind: 'reference',
  source: siteSource(),
} as const;
export const startingSite = () => ({ fieldId: currentSiteStore.get()?.id });
