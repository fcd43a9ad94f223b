import { Paper } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { siteFilter, useOpenDay } from '#features/base/sites/web/public.ts';
import { machineFilter } from '#features/machines/fleet/web/public.ts';
import { moneyText } from '#kit/contract/meaning-text.ts';
import { addDays } from '#kit/kernel/time.ts';
import { SeriesChart } from '#kit/pages/charts.tsx';
import { listPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { Heading } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { adtasksContract } from '../contract.ts';

const { listAdIncome, readAdDays } = adtasksContract;
const chartDays = 14;

/** What each business day brought, as a picture. */
function DayChart() {
  const t = useText();
  const [query] = useSearchParams();
  const fieldId = query.get('fieldId') ?? undefined;
  const today = useOpenDay(fieldId);
  const last = query.get('to') ?? today ?? '';
  const from = query.get('from') ?? (last && addDays(last, 1 - chartDays));
  const { data } = useCall(
    readAdDays,
    { from, to: last, ...(fieldId && { fieldId }) },
    { keepPrevious: true, enabled: last !== '' },
  );
  if (!data || data.length === 0) return null;
  return (
    <Paper withBorder p="md" mb="sm" component="section">
      <Heading mb="sm">{t('adtasks:profit.chart')}</Heading>
      <SeriesChart
        kind="bar"
        heightPx={200}
        along="day"
        data={data.map(({ day, amountFen }) => ({ day, amountFen }))}
        series={[{ name: 'amountFen', label: t('adtasks:field.amountFen'), color: 'yard.6' }]}
        format={(fen) => moneyText(fen)}
      />
    </Paper>
  );
}

export default listPage({
  endpoint: listAdIncome,
  header: <DayChart />,
  columns: [
    'day',
    'equipmentName',
    'fieldName',
    { key: 'title', phone: 'more' },
    'plays',
    { key: 'cut', optional: true },
    { key: 'amountFen', phone: 'amount' },
  ],
  filters: [siteFilter(), machineFilter(), 'from'],
  empty: { title: 'adtasks:profit.empty', hint: 'adtasks:profit.emptyHint' },
});
