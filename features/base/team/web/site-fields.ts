import { siteSource } from '#features/base/sites/web/public.ts';

/** Which sites an account may work with: all of them, also future ones, or chosen ones. */
export const siteFields = (labels?: Readonly<Record<string, string>>) =>
  [
    {
      name: 'allSites',
      label: 'team:field.allSites',
      hint: 'team:page.allSitesHint',
      section: 'team:page.sitesSection',
      wide: true,
    },
    {
      name: 'siteIds',
      label: 'team:field.sites',
      kind: 'references',
      source: siteSource(labels),
      section: 'team:page.sitesSection',
      showIf: (values: Record<string, unknown>) => values.allSites !== true,
      wide: true,
    },
  ] as const;
