import { Paper } from '@mantine/core';
import { siteFilter, useOpenDay } from '#features/base/sites/web/public.ts';
import { machineFilter } from '#features/machines/fleet/web/public.ts';
import { addDays } from '#kit/kernel/time.ts';
import { SeriesChart } from '#kit/pages/charts.tsx';
import { listPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { Heading } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { coinsContract } from '../contract.ts';
import { useFilters } from './use-filters.ts';

const { listCoinIns, offlineIncome } = coinsContract;
const chartDays = 7;

/** How many coins each day brought, as a picture. */
function CoinChart() {
  const t = useText();
  const { fieldId, from, to } = useFilters('fieldId', 'from', 'to');
  const today = useOpenDay(fieldId);
  const last = to ?? today ?? '';
  const range = { from: from ?? (last && addDays(last, 1 - chartDays)), to: last };
  const { data } = useCall(
    offlineIncome,
    { ...range, ...(fieldId && { fieldId }) },
    { keepPrevious: true, enabled: last !== '' },
  );
  if (!data || data.every(({ coins }) => coins === 0)) return null;
  return (
    <Paper withBorder p="md" mb="sm" component="section">
      <Heading mb="sm">{t('coins:offline.chart')}</Heading>
      <SeriesChart
        kind="bar"
        heightPx={200}
        along="day"
        data={data.map(({ day, coins }) => ({ day, coins }))}
        series={[{ name: 'coins', label: t('coins:field.coins'), color: 'yard.6' }]}
      />
    </Paper>
  );
}

export default listPage({
  endpoint: listCoinIns,
  header: <CoinChart />,
  columns: [
    'equipmentName',
    'fieldName',
    'day',
    { key: 'coins', phone: 'amount' },
    { key: 'coinsFen', phone: false },
    { key: 'firstAt', label: 'coins:offline.first', optional: true },
    { key: 'lastAt', label: 'coins:offline.last', optional: true },
  ],
  filters: [siteFilter(), machineFilter(undefined, 'claw', 'lottery'), 'from'],
  empty: { title: 'coins:offline.empty', hint: 'coins:offline.emptyHint' },
});
