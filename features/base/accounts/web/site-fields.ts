import { siteSource } from '#features/base/sites/web/public.ts';

/** Which sites an account may work with: all of them, also future ones, or chosen ones. */
export const siteFields = (labels?: Readonly<Record<string, string>>) =>
  [
    {
      name: 'allSites',
      label: 'accounts:field.allSites',
      hint: 'accounts:page.allSitesHint',
      section: 'accounts:page.sitesSection',
      wide: true,
    },
    {
      name: 'siteIds',
      label: 'accounts:field.sites',
      kind: 'references',
      source: siteSource(labels),
      section: 'accounts:page.sitesSection',
      showIf: (values: Record<string, unknown>) => values.allSites !== true,
      wide: true,
    },
  ] as const;
