import { Badge, Group } from '@mantine/core';
import { accountsContract } from '#features/accounts/contract.ts';
import { type Column, defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useCan, useSession } from '#kit/ui/session.ts';
import { type SiteRecord, siteStates, sitesContract } from '../contract.ts';
import { OpenSwitch } from './open-switch.tsx';
import { siteActions } from './site-actions.ts';
import { typeOptions } from './site-form.ts';
import { SiteSummary } from './site-summary.tsx';

/** The wire's userType of a merchant's own account. */
const ownerType = 2;

function SiteName({ site }: { site: SiteRecord }) {
  const t = useText();
  return (
    <Group gap={6} component="span" wrap="nowrap">
      {site.name}
      {site.isDefault && (
        <Badge component="span" size="sm" variant="light" radius="sm">
          {t('sites:field.isDefault')}
        </Badge>
      )}
    </Group>
  );
}

function SiteType({ site }: { site: SiteRecord }) {
  return useText()(`sites:type.${site.type}`);
}

function DeviceCount({ site }: { site: SiteRecord }) {
  return useText()('sites:list.deviceCount', { count: site.equipmentNumber });
}

const columns: readonly Column<SiteRecord>[] = [
  {
    key: 'name',
    label: 'sites:field.name',
    sortable: true,
    primary: true,
    render: (site) => <SiteName site={site} />,
  },
  { key: 'type', label: 'sites:field.type', render: (site) => <SiteType site={site} />, width: 120 },
  { key: 'regionName', label: 'sites:field.region', optional: true },
  {
    key: 'address',
    label: 'sites:field.address',
    secondary: true,
    render: (site) => `${site.regionName} ${site.address}`,
  },
  {
    key: 'equipmentNumber',
    label: 'sites:field.devices',
    align: 'right',
    width: 90,
    render: (site) => <DeviceCount site={site} />,
  },
  { key: 'contactName', label: 'sites:field.contactName', optional: true },
  { key: 'contactNumber', label: 'sites:field.contactNumber', optional: true },
  {
    key: 'createdAt',
    label: 'sites:field.createdAt',
    sortable: true,
    optional: true,
    render: (site) => <Time value={site.createdAt} />,
  },
  {
    key: 'ifEnable',
    label: 'sites:field.state',
    width: 150,
    trailing: true,
    render: (site) => <OpenSwitch site={site} />,
  },
];

const list = defineList({
  endpoint: sitesContract.listSites,
  columns,
  search: 'name',
  searchHint: 'sites:list.search',
  filters: [
    { kind: 'choice', name: 'type', label: 'sites:field.type', options: typeOptions },
    { kind: 'region', name: 'regionCode', label: 'sites:field.region' },
    {
      kind: 'choice',
      name: 'ifEnable',
      label: 'sites:field.state',
      options: siteStates.map((value) => ({ value, label: `sites:state.${value}` })),
    },
  ],
  rowActions: siteActions,
  empty: { title: 'sites:list.emptyTitle', hint: 'sites:list.emptyHint' },
  export: true,
  live: 'site.',
});

export default function ListSites() {
  const mayEdit = useCan(sitesContract.updateSite);
  // An account for some sites can not add one: it would not see it.
  const isOwner = useSession()?.userType === ownerType;
  const { data: me } = useCall(accountsContract.info, {}, { enabled: !isOwner });
  const definition = {
    ...list,
    ...(isOwner || me?.allSites
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
