import bulkActions from 'virtual:slots/placementActions';
import { useMemo } from 'react';
import { siteFilter } from '#features/base/sites/web/public.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { deskOnly, ListPage } from '#kit/pages/list-page.tsx';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { giftsContract } from '../contract.ts';
import { FillLevel } from './gift-parts.tsx';
import { placementActions } from './placement-actions.tsx';

const { load, unload, count } = placementActions;

const giftFilter = {
  kind: 'reference',
  name: 'giftId',
  label: 'gifts:field.giftName',
  source: referenceTo({ endpoint: giftsContract.listGifts, search: 'name', labelOf: (gift) => gift.name }),
} as const;

const listOf = (siteId: string | undefined) =>
  defineList({
    endpoint: giftsContract.listPlacements,
    rowId: (row) => row.equipmentId,
    input: siteId ? { fieldId: siteId } : {},
    columns: [
      { key: 'equipmentName', sortBy: 'equipmentNo' },
      'fieldName',
      { key: 'giftName', phone: 'more', picture: 'picture' },
      {
        key: 'stock',
        label: 'gifts:field.stockInDevice',
        phone: 'amount',
        width: 150,
        render: (row) => <FillLevel placement={row} alone />,
      },
      ...deskOnly('capacity', 'costFen'),
      { key: 'code', optional: true },
      'state',
    ],
    search: 'name',
    searchHint: 'gifts:placement.search',
    filters: [...(siteId ? [] : [siteFilter()]), 'state', giftFilter],
    rowActions: [load, unload, count],
    bulkActions: bulkActions.flatMap(({ filling }) => filling),
    rowTo: (row) => `/giftset?equipmentId=${row.equipmentId}`,
    empty: { title: 'gifts:placement.emptyTitle', hint: 'gifts:placement.emptyHint' },
    icon: 'gift',
  });

export function PlacementList() {
  const siteId = useCurrentSite()?.id;
  return <ListPage definition={useMemo(() => listOf(siteId), [siteId])} />;
}
