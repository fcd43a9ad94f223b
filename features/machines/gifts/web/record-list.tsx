import type { ReactNode } from 'react';
import { machineFilter } from '#features/machines/fleet/web/public.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { deskOnly, ListPage } from '#kit/pages/list-page.tsx';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { giftDeviceTypes, giftsContract } from '../contract.ts';

const { listMovements, listGifts } = giftsContract;

const list = defineList({
  endpoint: listMovements,
  id: 'records',
  columns: [
    'giftName',
    'kind',
    { key: 'amount', phone: 'amount' },
    { key: 'missing', optional: true },
    'fieldName',
    'equipmentName',
    { key: 'stockAfter', label: 'gifts:record.warehouse', phone: false },
    { key: 'equipmentStockAfter', label: 'gifts:record.inDevice', phone: false },
    { key: 'stockBefore', label: 'gifts:record.warehouseBefore', optional: true },
    { key: 'equipmentStockBefore', label: 'gifts:record.inDeviceBefore', optional: true },
    { key: 'costFen', optional: true },
    ...deskOnly('userName', 'note'),
    'createdAt',
  ],
  filters: [
    {
      kind: 'reference',
      name: 'giftId',
      label: 'gifts:field.giftName',
      source: referenceTo({ endpoint: listGifts, search: 'name', labelOf: (gift) => gift.name }),
    },
    'kind',
    machineFilter(undefined, ...giftDeviceTypes),
    { name: 'from', label: 'kit:field.time' },
  ],
  empty: { title: 'gifts:record.emptyTitle', hint: 'gifts:record.emptyHint' },
});

/** The whole stock record. */
export function RecordList({ header }: { header: ReactNode }) {
  return <ListPage definition={{ ...list, header }} />;
}
