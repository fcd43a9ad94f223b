import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { KeyValue, StatusBadge, Time, type Tone } from '#kit/ui/display.tsx';
import { Figures } from '#kit/ui/figures.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import {
  type DispenseOutcome,
  type DispenseRecord,
  dispenseOutcomes,
  dispenseSources,
} from '../contract/exchange.ts';
import { coinsContract } from '../contract.ts';
import { dayFilter, liveEveryMs, MachineName, machineFilter, siteFilter, useFilters } from './machine.tsx';

const { listDispenses, exchangeFlow } = coinsContract;
type FlowDay = OutputOf<typeof exchangeFlow>[number];

const tones: Record<DispenseOutcome, Tone> = {
  pending: 'waiting',
  full: 'good',
  partial: 'waiting',
  jam: 'bad',
  empty: 'bad',
  timeout: 'bad',
  failed: 'bad',
  unknown: 'waiting',
};

function OutcomeBadge({ outcome }: { outcome: DispenseOutcome }) {
  const t = useText();
  return <StatusBadge tone={tones[outcome]}>{t(`coins:outcome.${outcome}`)}</StatusBadge>;
}

/** Paid by what: the note, the pay way of the order, or the person who gave them away. */
function Paid({ row }: { row: DispenseRecord }) {
  const t = useText();
  if (row.source === 'note')
    return row.paidYuan === null ? t('coins:source.note') : t('coins:source.noteOf', { yuan: row.paidYuan });
  if (row.source === 'order' && row.payWay) return t(`coins:payWay.${row.payWay}`);
  return row.userName
    ? t('coins:source.staffNamed', { name: row.userName })
    : t(`coins:source.${row.source}`);
}

function Flow() {
  const t = useText();
  const filters = useFilters('fieldId', 'equipmentId', 'from', 'to');
  const { data } = useCall(exchangeFlow, filters, { keepPrevious: true });
  useLiveInvalidate('dispense.changed', exchangeFlow, liveEveryMs);
  useLiveInvalidate('dispense.changed', listDispenses, liveEveryMs);
  if (!data) return null;
  const sum = (pick: (day: FlowDay) => number) => data.reduce((total, day) => total + pick(day), 0);
  const missing = sum(({ missingCoins }) => missingCoins);
  const dispenses = (count: number) => t('coins:exchange.dispenses', { count });
  return (
    <Figures
      items={[
        {
          label: t('coins:exchange.online'),
          value: sum(({ onlineCoins }) => onlineCoins).toLocaleString(),
          hint: dispenses(sum(({ onlineDispenses }) => onlineDispenses)),
        },
        {
          label: t('coins:exchange.offline'),
          value: sum(({ offlineCoins }) => offlineCoins).toLocaleString(),
          hint: dispenses(sum(({ offlineDispenses }) => offlineDispenses)),
        },
        {
          label: t('coins:exchange.notes'),
          value: t('coins:exchange.yuan', { yuan: sum(({ notesYuan }) => notesYuan).toLocaleString() }),
        },
        {
          label: t('coins:exchange.missing'),
          value: missing.toLocaleString(),
          tone: missing > 0 ? 'bad' : undefined,
          hint: t('coins:exchange.missingHint'),
        },
      ]}
    />
  );
}

function Detail({ row }: { row: DispenseRecord }) {
  const t = useText();
  return (
    <>
      <KeyValue
        rows={[
          { label: t('coins:field.machine'), value: <MachineName machine={row} /> },
          { label: t('coins:field.site'), value: row.fieldName },
          { label: t('coins:field.paid'), value: <Paid row={row} /> },
          { label: t('coins:field.asked'), value: row.asked },
          { label: t('coins:field.counted'), value: row.counted },
          { label: t('coins:field.outcome'), value: <OutcomeBadge outcome={row.outcome} /> },
          { label: t('coins:field.reason'), value: row.reasonName },
          { label: t('coins:field.createdAt'), value: <Time value={row.createdAt} pattern="Y-m-d H:M:S" /> },
        ]}
      />
      {row.orderId && (
        <Button component={Link} to={`/order_detail?id=${row.orderId}`} variant="light" mt="md" mih={44}>
          {t('coins:exchange.order')}
        </Button>
      )}
    </>
  );
}

const list = defineList({
  endpoint: listDispenses,
  header: <Flow />,
  columns: [
    {
      key: 'code',
      label: 'coins:field.machine',
      primary: true,
      render: (row) => <MachineName machine={row} />,
    },
    { key: 'fieldName', label: 'coins:field.site', secondary: true },
    {
      key: 'source',
      label: 'coins:field.paid',
      render: (row) => <Paid row={row} />,
      exportAs: {
        values: Object.fromEntries(dispenseSources.map((source) => [source, `coins:source.${source}`])),
      },
    },
    { key: 'asked', label: 'coins:field.asked', align: 'right', sortable: true },
    { key: 'counted', label: 'coins:field.counted', align: 'right', sortable: true },
    {
      key: 'outcome',
      label: 'coins:field.outcome',
      trailing: true,
      render: (row) => <OutcomeBadge outcome={row.outcome} />,
      exportAs: {
        values: Object.fromEntries(dispenseOutcomes.map((outcome) => [outcome, `coins:outcome.${outcome}`])),
      },
    },
    {
      key: 'createdAt',
      label: 'coins:field.createdAt',
      sortable: true,
      render: (row) => <Time value={row.createdAt} />,
      exportAs: { kind: 'instant' },
    },
  ],
  filters: [
    siteFilter,
    machineFilter('exchange'),
    {
      kind: 'choice',
      name: 'source',
      label: 'coins:field.paid',
      options: dispenseSources.map((source) => ({ value: source, label: `coins:source.${source}` })),
    },
    {
      kind: 'choice',
      name: 'outcome',
      label: 'coins:field.outcome',
      options: dispenseOutcomes.map((outcome) => ({ value: outcome, label: `coins:outcome.${outcome}` })),
    },
    dayFilter,
  ],
  rowDetail: (row) => <Detail row={row} />,
  empty: { title: 'coins:exchange.empty', hint: 'coins:exchange.emptyHint' },
  export: true,
});

export default function Dispenses() {
  return <ListPage definition={list} />;
}
