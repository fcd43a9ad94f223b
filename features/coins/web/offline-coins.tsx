import { Paper, Skeleton, Title } from '@mantine/core';
import { Suspense } from 'react';
import { businessDay, dayMs } from '#kit/kernel/time.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { SeriesChart } from '#kit/pages/report-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { Money, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import { coinsContract } from '../contract.ts';
import { dayFilter, liveEveryMs, MachineName, machineFilter, siteFilter, useFilters } from './machine.tsx';

const { listCoinIns, offlineIncome } = coinsContract;
const chartDays = 7;

/** How many coins each day brought, as a picture. */
function CoinChart() {
  const t = useText();
  const now = new Date();
  const { fieldId, from, to } = useFilters('fieldId', 'from', 'to');
  const range = {
    from: from ?? businessDay(new Date(now.getTime() - (chartDays - 1) * dayMs)),
    to: to ?? businessDay(now),
  };
  const { data } = useCall(offlineIncome, { ...range, ...(fieldId && { fieldId }) }, { keepPrevious: true });
  useLiveInvalidate('cash.changed', offlineIncome, liveEveryMs);
  useLiveInvalidate('cash.changed', listCoinIns, liveEveryMs);
  if (!data || data.every(({ coins }) => coins === 0)) return null;
  return (
    <Paper withBorder p="md" mb="sm" component="section">
      <Title order={2} size="h5" mb="sm">
        {t('coins:offline.chart')}
      </Title>
      <Suspense fallback={<Skeleton height={200} />}>
        <SeriesChart
          kind="bar"
          heightPx={200}
          along="day"
          data={data.map(({ day, coins }) => ({ day: day.slice('yyyy-'.length), coins }))}
          series={[{ name: 'coins', label: t('coins:field.coins'), color: 'yard.6' }]}
        />
      </Suspense>
    </Paper>
  );
}

const list = defineList({
  endpoint: listCoinIns,
  header: <CoinChart />,
  columns: [
    {
      key: 'code',
      label: 'coins:field.machine',
      primary: true,
      render: (row) => <MachineName machine={row} />,
    },
    { key: 'fieldName', label: 'coins:field.site', secondary: true },
    { key: 'day', label: 'coins:field.day', sortable: true },
    { key: 'coins', label: 'coins:field.coins', align: 'right', sortable: true, trailing: true },
    {
      key: 'coinsFen',
      label: 'coins:field.coinsFen',
      align: 'right',
      render: (row) => <Money fen={row.coinsFen} />,
      exportAs: { kind: 'money' },
    },
    {
      key: 'firstAt',
      label: 'coins:offline.first',
      optional: true,
      hideOnPhone: true,
      render: (row) => <Time value={row.firstAt} pattern="H:M" />,
      exportAs: { kind: 'instant' },
    },
    {
      key: 'lastAt',
      label: 'coins:offline.last',
      optional: true,
      hideOnPhone: true,
      render: (row) => <Time value={row.lastAt} pattern="H:M" />,
      exportAs: { kind: 'instant' },
    },
  ],
  filters: [siteFilter, machineFilter('claw', 'lottery'), dayFilter],
  empty: { title: 'coins:offline.empty', hint: 'coins:offline.emptyHint' },
  export: true,
});

export default function OfflineCoins() {
  return <ListPage definition={list} />;
}
