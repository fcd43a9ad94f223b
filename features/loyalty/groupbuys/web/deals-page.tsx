import { Anchor, Group } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { type Action, callOf, forOne } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { deskOnly, ListPage, optional } from '#kit/pages/list-page.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { DealRecord } from '../contract/deals.ts';
import type { Platform } from '../contract/kinds.ts';
import { groupBuysContract } from '../contract.ts';
import { DealVersions } from './deal-versions.tsx';
import { mapForm } from './map-form.ts';
import { paths } from './paths.ts';

const { listDeals, refreshDeals, unmapDeals } = groupBuysContract;

const unmap: Action<DealRecord[]> = {
  label: 'groupbuys:page.unmap',
  icon: 'x',
  danger: true,
  visible: (list) => list.every(({ mapped }) => mapped),
  call: callOf(unmapDeals, (list: DealRecord[]) => ({ ids: list.map(({ id }) => id) })),
  confirm: { title: 'groupbuys:page.unmapTitle', body: 'groupbuys:page.unmapBody' },
  success: 'groupbuys:page.unmappedNow',
};

const dealsOf = (platform: Platform) =>
  defineList({
    endpoint: listDeals,
    input: { platform },
    header: <Back platform={platform} />,
    columns: [
      { key: 'title', phone: 'what' },
      { key: 'priceFen', phone: 'amount' },
      { key: 'worthText', phone: 'more' },
      'mapped',
      ...deskOnly('version', 'onSale', 'mappedAt'),
      ...optional('kind', 'dealNumber', 'goneAt'),
    ],
    filters: ['mapped', 'onSale', 'kind'],
    search: 'title',
    rowDetail: (deal) => <DealVersions deal={deal} />,
    actions: [
      {
        label: 'groupbuys:page.refreshDeals',
        icon: 'refresh',
        call: callOf(refreshDeals, () => ({ platform })),
        success: 'groupbuys:page.refreshed',
      },
    ],
    rowActions: [{ label: 'groupbuys:page.map', icon: 'gift', form: mapForm }, forOne(unmap)],
    bulkActions: [unmap],
    empty: { title: 'groupbuys:page.noDeal', hint: 'groupbuys:page.noDealHint' },
    icon: 'discount',
  });

function Back({ platform }: { platform: Platform }) {
  const t = useText();
  return (
    <Group mb="sm">
      <Anchor component={Link} to={paths[platform].home} size="sm">
        {t('groupbuys:page.toStores')}
      </Anchor>
    </Group>
  );
}

/** /groupPackage and /meituan_store_package: what each deal is good for here, version by version. */
export function DealsPage({ platform }: { platform: Platform }) {
  const list = useMemo(() => dealsOf(platform), [platform]);
  return <ListPage definition={list} />;
}
