import { Stack } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { giftsContract } from '#features/machines/gifts/contract.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import type { Action } from '#kit/pages/actions.ts';
import { AddressChoice, choiceIn } from '#kit/pages/address-choice.tsx';
import { columnsOf, defineList } from '#kit/pages/list-definition.ts';
import { ListPage, optional } from '#kit/pages/list-page.tsx';
import type { ColumnSpec } from '#kit/pages/list-specs.ts';
import { Hint } from '#kit/ui/display.tsx';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { useText } from '#kit/ui/i18n.ts';
import { consumptionBy, prizesContract, usualDays } from '../contract.ts';
import { placeFilters, withDays } from './filters.ts';

const { listConsumption } = prizesContract;
type Row = OutputOf<typeof listConsumption>['records'][number];
type By = (typeof consumptionBy)[number];

const sums = columnsOf(listConsumption, 'prizes', [
  { key: 'out', phone: 'amount' },
  { key: 'costFen', phone: 'more' },
  { key: 'missing', optional: true },
]);
const wins = columnsOf(listConsumption, 'prizes', [
  'plays',
  'wins',
  'winRate',
  'setRate',
  { key: 'verdict', phone: 'state' },
  { key: 'words', phone: false, width: 320 },
  ...optional('likelyFrom', 'likelyTo', 'judgedFrom'),
]);
const day = columnsOf(listConsumption, 'prizes', [{ key: 'day', phone: 'what' }]);
const gift = columnsOf(listConsumption, 'prizes', [{ key: 'giftName', phone: 'what' }]);

const columns: Record<By, readonly ColumnSpec<Row>[]> = {
  device: ['equipmentName', 'fieldName', ...sums, ...wins],
  gift: [...gift, ...sums],
  day: [...day, ...sums, ...wins],
};

const giftFilter = {
  kind: 'reference',
  name: 'giftId',
  label: 'prizes:field.giftName',
  source: referenceTo({ endpoint: giftsContract.listGifts, search: 'name', labelOf: (gift) => gift.name }),
} as const;

/** From a sum to what it is made of: days of a machine, machines of a gift, and the stock record itself. */
const closer = (query: URLSearchParams): readonly Action<Row>[] => [
  {
    label: 'prizes:page.byDay',
    icon: 'calendar',
    to: (row) => withDays('/gift', { by: 'day', equipmentId: row.equipmentId }, query),
    visible: (row) => row.equipmentId !== null,
  },
  {
    label: 'prizes:page.byMachine',
    icon: 'claw',
    to: (row) => withDays('/gift', { giftId: row.giftId }, query),
    visible: (row) => row.giftId !== null,
  },
  {
    label: 'prizes:page.movements',
    icon: 'clipboard-list',
    to: (row) => movementsOf(row, query),
    needs: giftsContract.listMovements,
  },
];

function movementsOf({ day, giftId, equipmentId }: Row, query: URLSearchParams): string {
  const asked = new URLSearchParams({ tab: 'records', 'records.kind': 'won' });
  const set = (name: string, value: string | null) => value && asked.set(`records.${name}`, value);
  set('giftId', giftId ?? query.get('giftId'));
  set('equipmentId', equipmentId ?? query.get('equipmentId'));
  set('from', day ?? query.get('from'));
  set('to', day ?? query.get('to'));
  return `/giftmanage?${asked}`;
}

/** /gift: prizes out by machine, by gift or by day. */
export default function Consumption() {
  const [query] = useSearchParams();
  const by = choiceIn(query, 'by', consumptionBy);
  const definition = useMemo(
    () =>
      defineList({
        endpoint: listConsumption,
        input: { by },
        columns: columns[by],
        filters: ['from', ...placeFilters, giftFilter],
        rowActions: closer(query),
        facts: true,
        header: <Ways by={by} />,
        views: true,
        empty: { title: 'prizes:page.empty', hint: 'prizes:page.emptyHint' },
      }),
    [by, query],
  );
  return <ListPage key={by} definition={definition} />;
}

function Ways({ by }: { by: By }) {
  const t = useText();
  return (
    <Stack gap={4} mb="sm" align="flex-start">
      <AddressChoice name="by" values={consumptionBy} words="prizes:by" about="prizes:page.by" />
      <Hint>
        {t('prizes:page.days', { days: usualDays })} {t(`prizes:page.hint.${by}`)}
      </Hint>
    </Stack>
  );
}
