import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { sitesContract } from '../contract.ts';

export { useOpenDay } from './use-open-day.ts';

/** The caller's own sites, to choose from; `labels` names the ones that are chosen already. */
export const siteSource = (labels?: Readonly<Record<string, string>>) =>
  referenceTo({
    endpoint: sitesContract.listUserSites,
    labelOf: (site) => site.name,
    ...(labels && { labels }),
  });

/** The filter of a list that takes `fieldId`. */
export const siteFilter = (label = 'kit:thing.siteLabel') =>
  ({ kind: 'reference', name: 'fieldId', label, source: siteSource() }) as const;
