import { Group, Stack, Tabs, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Action, callOf } from '#kit/pages/actions.ts';
import { type Column, defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { KeyValue, Money, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { usePhone } from '#kit/ui/phone.ts';
import type { GiftRecord } from '../contract/records.ts';
import { giftsContract } from '../contract.ts';
import { giftAnswers } from './gift-answers.ts';
import { GiftPicture, GiftStock } from './gift-parts.tsx';
import { MovementList } from './movement-list.tsx';
import { RecordList } from './record-list.tsx';
import { type StockKind, StockSheet, type StockTask } from './stock-sheet.tsx';

function NameCell({ gift }: { gift: GiftRecord }) {
  // On the phone the picture stands at the left of the card already.
  if (usePhone()) return gift.name;
  return (
    <Group component="span" gap="sm" wrap="nowrap">
      <GiftPicture picture={gift.picture} size={36} />
      {gift.name}
    </Group>
  );
}

function InDevices({ gift }: { gift: GiftRecord }) {
  const t = useText();
  if (gift.equipmentNumber === 0) return t('gifts:list.inNoDevice');
  return t('gifts:list.inDevices', { devices: gift.equipmentNumber, pieces: gift.equipmentStock });
}

const columns: readonly Column<GiftRecord>[] = [
  {
    key: 'name',
    label: 'gifts:field.name',
    primary: true,
    sortable: true,
    render: (gift) => <NameCell gift={gift} />,
  },
  { key: 'typeName', label: 'gifts:field.type', secondary: true },
  {
    key: 'stock',
    label: 'gifts:field.stock',
    sortable: true,
    trailing: true,
    align: 'right',
    render: (gift) => <GiftStock gift={gift} />,
  },
  { key: 'alarmThreshold', label: 'gifts:field.alarmThreshold', align: 'right' },
  {
    key: 'costFen',
    label: 'gifts:field.costFen',
    sortable: true,
    align: 'right',
    exportAs: { kind: 'money' },
    render: (gift) => <Money fen={gift.costFen} />,
  },
  { key: 'equipmentStock', label: 'gifts:field.inDevices', render: (gift) => <InDevices gift={gift} /> },
  {
    key: 'createdAt',
    label: 'gifts:field.createdAt',
    sortable: true,
    optional: true,
    render: (gift) => <Time value={gift.createdAt} />,
  },
];

function GiftDetail({ gift }: { gift: GiftRecord }) {
  const t = useText();
  return (
    <Stack>
      <KeyValue
        rows={[
          { label: t('gifts:field.type'), value: gift.typeName },
          { label: t('gifts:field.stock'), value: <GiftStock gift={gift} /> },
          { label: t('gifts:field.alarmThreshold'), value: gift.alarmThreshold },
          { label: t('gifts:field.costFen'), value: <Money fen={gift.costFen} /> },
          { label: t('gifts:field.inDevices'), value: <InDevices gift={gift} /> },
        ]}
      />
      <Title order={3} size="h6">
        {t('gifts:record.title')}
      </Title>
      <MovementList filter={{ giftId: gift.id }} side="warehouse" />
    </Stack>
  );
}

const rowActions = (start: (task: StockTask) => void): readonly Action<GiftRecord>[] => [
  ...(['in', 'out', 'correct'] as const).map(
    (kind: StockKind): Action<GiftRecord> => ({
      label: `gifts:stock.${kind}`,
      icon: kind === 'in' ? 'plus' : kind === 'out' ? 'upload' : 'clipboard-list',
      needs: giftsContract.moveStock,
      run: (gift) => start({ gift, kind }),
    }),
  ),
  {
    label: 'kit:action.edit',
    icon: 'edit',
    to: (gift) => `/addgift?id=${gift.id}`,
    needs: giftsContract.saveGift,
  },
  {
    label: 'kit:action.remove',
    icon: 'trash',
    danger: true,
    call: callOf(giftsContract.removeGifts, (gift: GiftRecord) => ({ ids: [gift.id] })),
    confirm: {
      title: 'gifts:list.removeTitle',
      body: 'gifts:list.removeBody',
      params: (gift) => ({ name: gift.name, number: gift.stock }),
    },
    success: 'kit:action.removed',
    invalidates: giftAnswers,
  },
];

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
  const [task, setTask] = useState<StockTask | undefined>();
  const { data: types } = useCall(giftsContract.listTypes, {});
  const definition = useMemo(
    () =>
      defineList({
        endpoint: giftsContract.listGifts,
        columns,
        search: 'name',
        searchHint: 'gifts:list.search',
        filters: [
          {
            kind: 'choice',
            name: 'typeId',
            label: 'gifts:field.type',
            options: (types ?? []).map(({ id, name }) => ({ value: id, label: name, plain: true })),
          },
          { kind: 'switch', name: 'lowStock', label: 'gifts:list.lowOnly' },
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
        rowActions: rowActions(setTask),
        rowDetail: (gift) => <GiftDetail gift={gift} />,
        leading: (gift) => <GiftPicture picture={gift.picture} />,
        empty: { title: 'gifts:list.emptyTitle', hint: 'gifts:list.emptyHint' },
        export: true,
        live: 'gift.',
        header: <GiftTabs tab="gifts" />,
      }),
    [types],
  );
  if (query.get('tab') === 'records') return <RecordList header={<GiftTabs tab="records" />} />;
  return (
    <>
      <ListPage definition={definition} />
      <StockSheet task={task} onClose={() => setTask(undefined)} />
    </>
  );
}
