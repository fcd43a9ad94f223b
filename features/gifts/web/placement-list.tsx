import { Group } from '@mantine/core';
import { useMemo, useState } from 'react';
import { siteFilter } from '#features/sites/web/public.ts';
import { type Column, defineList, type Filter } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useCurrentSite } from '#kit/ui/current-site.ts';
import { Money } from '#kit/ui/display.tsx';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { useText } from '#kit/ui/i18n.ts';
import { usePhone } from '#kit/ui/phone.ts';
import { type PlacementRecord, wantedStates } from '../contract/records.ts';
import { giftsContract } from '../contract.ts';
import { DeviceName, FillLevel, GiftPicture, PlacementBadge } from './gift-parts.tsx';
import { PlacementSheet, type PlacementTask } from './placement-sheet.tsx';

function GiftCell({ placement }: { placement: PlacementRecord }) {
  const t = useText();
  const phone = usePhone();
  if (!placement.giftName) return t('gifts:state.none');
  if (phone) return placement.giftName;
  return (
    <Group component="span" gap="sm" wrap="nowrap">
      <GiftPicture picture={placement.picture} size={36} />
      {placement.giftName}
    </Group>
  );
}

const columns: readonly Column<PlacementRecord>[] = [
  {
    key: 'equipmentNo',
    label: 'gifts:field.device',
    primary: true,
    sortable: true,
    render: (row) => <DeviceName device={row} />,
  },
  { key: 'fieldName', label: 'gifts:field.site', secondary: true },
  { key: 'giftName', label: 'gifts:field.gift', render: (row) => <GiftCell placement={row} /> },
  {
    key: 'stock',
    label: 'gifts:field.fill',
    sortable: true,
    width: 150,
    render: (row) => <FillLevel placement={row} />,
  },
  { key: 'capacity', label: 'gifts:field.capacity', align: 'right', optional: true },
  {
    key: 'costFen',
    label: 'gifts:field.costFen',
    align: 'right',
    exportAs: { kind: 'money' },
    render: (row) => <Money fen={row.costFen} />,
  },
  { key: 'code', label: 'gifts:field.code', optional: true },
  {
    key: 'state',
    label: 'gifts:field.state',
    trailing: true,
    width: 110,
    exportAs: {
      values: Object.fromEntries(
        (['none', 'empty', 'low', 'ok'] as const).map((state) => [state, `gifts:state.${state}`]),
      ),
    },
    render: (row) => <PlacementBadge placement={row} />,
  },
];

type Filters = Filter<typeof giftsContract.listPlacements>[];
const ofSite: Filters = [siteFilter('gifts:field.site')];
const filters: Filters = [
  {
    kind: 'choice',
    name: 'state',
    label: 'gifts:field.state',
    options: wantedStates.map((value) => ({ value, label: `gifts:state.${value}` })),
  },
  {
    kind: 'reference',
    name: 'giftId',
    label: 'gifts:field.gift',
    source: referenceTo({ endpoint: giftsContract.listGifts, search: 'name', labelOf: (gift) => gift.name }),
  },
];

export function PlacementList() {
  const site = useCurrentSite();
  const siteId = site?.id;
  const [task, setTask] = useState<PlacementTask | undefined>();
  const list = useMemo(
    () =>
      defineList({
        endpoint: giftsContract.listPlacements,
        rowId: (row) => row.equipmentId,
        input: siteId ? { fieldId: siteId } : {},
        columns,
        search: 'name',
        searchHint: 'gifts:placement.search',
        filters: siteId ? filters : [...ofSite, ...filters],
        rowActions: [
          {
            label: 'gifts:placement.load',
            icon: 'plus',
            needs: giftsContract.loadDevice,
            visible: (row) => row.equipmentNo !== null,
            run: (placement) => setTask({ placement, kind: 'load' }),
          },
          {
            label: 'gifts:placement.unload',
            icon: 'upload',
            needs: giftsContract.unloadDevice,
            visible: (row) => row.stock > 0,
            run: (placement) => setTask({ placement, kind: 'unload' }),
          },
          {
            label: 'gifts:placement.count',
            icon: 'clipboard-list',
            needs: giftsContract.countDevice,
            visible: (row) => row.giftId !== null,
            run: (placement) => setTask({ placement, kind: 'count' }),
          },
        ],
        rowTo: (row) => `/giftset?equipmentId=${row.equipmentId}`,
        leading: (row) => <GiftPicture picture={row.picture} />,
        empty: { title: 'gifts:placement.emptyTitle', hint: 'gifts:placement.emptyHint' },
        export: true,
        live: 'gift.',
      }),
    [siteId],
  );
  return (
    <>
      <ListPage definition={list} />
      <PlacementSheet task={task} onClose={() => setTask(undefined)} />
    </>
  );
}
