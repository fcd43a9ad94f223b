import seesAllSites from 'virtual:slots/seesAllSites';
import { Group } from '@mantine/core';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage, optional } from '#kit/pages/list-page.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { type SiteRecord, sitesContract } from '../contract.ts';
import { OpenSwitch } from './open-switch.tsx';
import { siteActions } from './site-actions.ts';
import { SiteFigures } from './site-figures.tsx';
import { SiteSummary } from './site-summary.tsx';

/** Filled by the feature that knows accounts. */
const useSeesAllSites = seesAllSites[0]?.filling ?? (() => false);

function SiteName({ site }: { site: SiteRecord }) {
  const t = useText();
  return (
    <Group gap={6} component="span" wrap="nowrap">
      {site.name}
      {site.isDefault && (
        <span role="img" aria-label={t('sites:field.isDefault')} title={t('sites:field.isDefault')}>
          <Icon name="star" size={14} />
        </span>
      )}
    </Group>
  );
}

/** A picture in a cell: no wider than it says something. */
const playsPx = 112;
const Plays = ({ site }: { site: SiteRecord }) => (
  <div style={{ width: playsPx }}>
    <SiteFigures fieldId={site.id} height={22} />
  </div>
);

const list = defineList({
  endpoint: sitesContract.listSites,
  columns: [
    { key: 'name', render: (site) => <SiteName site={site} /> },
    { key: 'type', width: 140, phone: false },
    { key: 'regionName', label: 'sites:field.region', optional: true },
    { key: 'fullAddress', label: 'sites:field.address', phone: 'more' },
    { key: 'equipmentNumber', label: 'sites:field.devices', width: 90, phone: false },
    {
      key: 'plays',
      width: 150,
      phone: 'amount',
      sortable: false,
      noExport: true,
      render: (site) => <Plays site={site} />,
    },
    ...optional('contactName', 'contactNumber', 'isDefault', 'createdAt'),
    {
      key: 'ifEnable',
      label: 'sites:field.state',
      width: 150,
      render: (site) => <OpenSwitch site={site} />,
    },
  ],
  search: 'name',
  searchHint: 'sites:list.search',
  filters: [
    'type',
    { name: 'regionCode', label: 'sites:field.region' },
    { name: 'ifEnable', label: 'sites:field.state' },
  ],
  rowActions: siteActions,
  empty: { title: 'sites:list.emptyTitle', hint: 'sites:list.emptyHint' },
});

export default function ListSites() {
  const mayEdit = useCan(sitesContract.updateSite);
  // An account for some sites can not add one: it would not see it.
  const mayAdd = useSeesAllSites();
  const definition = {
    ...list,
    ...(mayAdd
      ? {
          actions: [
            {
              label: 'sites:list.add',
              icon: 'plus' as const,
              primary: true,
              to: () => '/addaddress',
              needs: sitesContract.createSite,
            },
          ],
        }
      : {}),
    ...(mayEdit
      ? { rowTo: (site: SiteRecord) => `/edittfaddress?id=${site.id}` }
      : { rowDetail: (site: SiteRecord) => <SiteSummary site={site} /> }),
  };
  return <ListPage definition={definition} />;
}
