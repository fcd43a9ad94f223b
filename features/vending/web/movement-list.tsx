import { siteFilter } from '#features/sites/web/public.ts';
import '#kit/ui/all-styles.ts';
import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { StatusBadge, Time, type Tone } from '#kit/ui/display.tsx';
import { referenceTo } from '#kit/ui/fields/reference-source.ts';
import { useText } from '#kit/ui/i18n.ts';
import { type MovementKind, type MovementRecord, movementKinds } from '../contract/stock.ts';
import { vendingContract } from '../contract.ts';
import { templateSource } from './template-source.ts';

const tones: Record<MovementKind, Tone> = {
  load: 'good',
  unload: 'info',
  sold: 'quiet',
  test: 'info',
  correct: 'waiting',
  report: 'waiting',
};

function Kind({ kind }: { kind: MovementKind }) {
  const t = useText();
  return <StatusBadge tone={tones[kind]}>{t(`vending:kind.${kind}`)}</StatusBadge>;
}

function Place({ row }: { row: MovementRecord }) {
  const t = useText();
  const device =
    row.equipmentNo === null
      ? t('vending:record.gone')
      : row.equipmentName
        ? t('vending:device.named', { number: row.equipmentNo, name: row.equipmentName })
        : t('vending:device.numbered', { number: row.equipmentNo });
  return [row.fieldName, device, t('vending:front.lane', { lane: row.lane })].filter(Boolean).join(' · ');
}

function Amount({ row }: { row: MovementRecord }) {
  const t = useText();
  const out = row.kind === 'unload' || row.kind === 'sold' || row.kind === 'test';
  const signed = out ? -row.amount : row.amount;
  const text = `${signed > 0 ? '+' : ''}${signed}`;
  return row.missing > 0 ? t('vending:record.missing', { amount: text, missing: row.missing }) : text;
}

const list = defineList({
  endpoint: vendingContract.listMovements,
  columns: [
    {
      key: 'createdAt',
      label: 'vending:field.time',
      sortable: true,
      width: 150,
      render: ({ createdAt }) => <Time value={createdAt} />,
      exportAs: { kind: 'instant' },
    },
    {
      key: 'kind',
      label: 'vending:field.kind',
      width: 110,
      trailing: true,
      render: ({ kind }) => <Kind kind={kind} />,
      exportAs: { values: Object.fromEntries(movementKinds.map((kind) => [kind, `vending:kind.${kind}`])) },
    },
    { key: 'templateName', label: 'vending:field.product', primary: true },
    {
      key: 'fieldName',
      label: 'vending:field.place',
      secondary: true,
      render: (row) => <Place row={row} />,
    },
    { key: 'equipmentNo', label: 'vending:field.deviceNumber', optional: true },
    { key: 'lane', label: 'vending:field.lane', optional: true },
    {
      key: 'amount',
      label: 'vending:field.amount',
      align: 'right',
      width: 100,
      render: (row) => <Amount row={row} />,
    },
    {
      key: 'stockAfter',
      label: 'vending:field.beforeAfter',
      align: 'right',
      width: 110,
      render: ({ stockBefore, stockAfter }) => `${stockBefore} → ${stockAfter}`,
    },
    { key: 'userName', label: 'vending:field.user', width: 120, render: (row) => <Mover row={row} /> },
    { key: 'note', label: 'vending:field.note', optional: true },
  ],
  filters: [
    {
      kind: 'choice',
      name: 'kind',
      label: 'vending:field.kind',
      options: movementKinds.map((value) => ({ value, label: `vending:kind.${value}` })),
    },
    { kind: 'dateRange', name: 'from', toName: 'to', label: 'vending:field.time' },
    siteFilter('vending:field.site'),
    { kind: 'reference', name: 'templateId', label: 'vending:field.product', source: templateSource },
    {
      kind: 'reference',
      name: 'equipmentId',
      label: 'vending:field.device',
      source: referenceTo({
        endpoint: vendingContract.listLaneDevices,
        keyOf: ({ equipmentId }) => equipmentId,
        labelOf: ({ equipmentNo, equipmentName, code }) =>
          [`#${equipmentNo}`, equipmentName, code].filter(Boolean).join(' '),
        hintOf: ({ fieldName }) => fieldName ?? undefined,
      }),
    },
  ],
  search: 'userName',
  searchHint: 'vending:record.search',
  empty: { title: 'vending:record.emptyTitle', hint: 'vending:record.emptyHint' },
  export: true,
  live: 'vending.stock',
  icon: 'clipboard-list',
});

function Mover({ row }: { row: MovementRecord }) {
  const t = useText();
  return row.userName ?? t('vending:record.machine');
}

/** What people did; everything that moved on request. */
export default function MovementList() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const all = query.get('all') === '1';
  const definition = useMemo(
    () => ({
      ...list,
      ...(all ? {} : { input: { by: 'staff' as const } }),
      header: (
        <SegmentedControl
          aria-label={t('vending:field.kind')}
          value={all ? 'all' : 'staff'}
          onChange={(value) => setQuery(value === 'all' ? { all: '1' } : {}, { replace: true })}
          data={[
            { value: 'staff', label: t('vending:record.byStaff') },
            { value: 'all', label: t('vending:record.all') },
          ]}
          style={{ alignSelf: 'flex-start' }}
        />
      ),
    }),
    [all, setQuery, t],
  );
  return <ListPage definition={definition} />;
}
