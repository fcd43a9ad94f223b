import { Stack, Tabs, Title } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type Action, callOf, removing } from '#kit/pages/actions.ts';
import { RowFacts } from '#kit/pages/list-cell.tsx';
import { resolveColumns } from '#kit/pages/list-columns.ts';
import { columnsOf, defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import { type GiftRecord, giftRecord } from '../contract/records.ts';
import { giftsContract } from '../contract.ts';
import { MovementList } from './movement-list.tsx';
import { RecordList } from './record-list.tsx';
import { stockAction } from './stock-actions.tsx';

const facts = columnsOf(giftsContract.listGifts, 'gifts', [
  'typeName',
  { key: 'stock', phone: 'amount' },
  'state',
  'alarmThreshold',
  { key: 'costFen', phone: false },
  'equipmentStock',
  'equipmentNumber',
]);
const factColumns = resolveColumns(giftRecord, 'gifts', facts);

function GiftDetail({ gift }: { gift: GiftRecord }) {
  const t = useText();
  return (
    <Stack>
      <RowFacts columns={factColumns} row={gift} />
      <Title order={3} size="h6">
        {t('gifts:record.title')}
      </Title>
      <MovementList filter={{ giftId: gift.id }} side="warehouse" />
    </Stack>
  );
}

const rowActions: readonly Action<GiftRecord>[] = [
  stockAction('in'),
  stockAction('out'),
  stockAction('correct'),
  {
    label: 'kit:action.edit',
    icon: 'edit',
    to: (gift) => `/addgift?id=${gift.id}`,
    needs: giftsContract.saveGift,
  },
  {
    ...removing,
    call: callOf(giftsContract.removeGifts, (gift: GiftRecord) => ({ ids: [gift.id] })),
    confirm: {
      title: 'gifts:list.removeTitle',
      body: 'gifts:list.removeBody',
      params: (gift) => ({ name: gift.name, number: gift.stock }),
    },
  },
];

const listOf = (types: readonly { id: string; name: string }[]) =>
  defineList({
    endpoint: giftsContract.listGifts,
    columns: [{ key: 'name', picture: 'picture' }, ...facts, { key: 'createdAt', optional: true }],
    search: 'name',
    searchHint: 'gifts:list.search',
    filters: [
      {
        kind: 'choice',
        name: 'typeId',
        label: 'gifts:field.typeName',
        options: types.map(({ id, name }) => ({ value: id, label: name, plain: true })),
      },
      { name: 'lowStock', label: 'gifts:list.lowOnly' },
    ],
    actions: [
      {
        label: 'gifts:screen.add',
        icon: 'plus',
        primary: true,
        to: () => '/addgift',
        needs: giftsContract.saveGift,
      },
    ],
    rowActions,
    rowDetail: (gift) => <GiftDetail gift={gift} />,
    empty: { title: 'gifts:list.emptyTitle', hint: 'gifts:list.emptyHint' },
    icon: 'gift',
    header: <GiftTabs tab="gifts" />,
  });

function GiftTabs({ tab }: { tab: string }) {
  const t = useText();
  const [, setQuery] = useSearchParams();
  return (
    <Tabs
      value={tab}
      onChange={(next) => setQuery(next === 'records' ? { tab: 'records' } : {}, { replace: true })}
    >
      <Tabs.List>
        <Tabs.Tab value="gifts">{t('gifts:list.tabGifts')}</Tabs.Tab>
        <Tabs.Tab value="records">{t('gifts:record.title')}</Tabs.Tab>
      </Tabs.List>
    </Tabs>
  );
}

/** Gifts and their warehouse stock; `?tab=records` shows the stock record. */
export default function GiftList() {
  const [query] = useSearchParams();
  const { data: types } = useCall(giftsContract.listTypes, {});
  const definition = useMemo(() => listOf(types ?? []), [types]);
  if (query.get('tab') === 'records') return <RecordList header={<GiftTabs tab="records" />} />;
  return <ListPage definition={definition} />;
}
