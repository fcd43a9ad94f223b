import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { siteFilter } from '#features/base/sites/web/public.ts';
import { machineFilter } from '#features/machines/fleet/web/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { recordOf } from '#kit/contract/meaning.ts';
import { Rows } from '#kit/pages/detail-parts.tsx';
import { listPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { Figures } from '#kit/ui/figures.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { DispenseRecord } from '../contract/exchange-machines.ts';
import { coinsContract } from '../contract.ts';
import { useFilters } from './use-filters.ts';

const { listDispenses, exchangeFlow } = coinsContract;
type FlowDay = OutputOf<typeof exchangeFlow>[number];

function Flow() {
  const t = useText();
  const filters = useFilters('fieldId', 'equipmentId', 'from', 'to');
  const { data } = useCall(exchangeFlow, filters, { keepPrevious: true });
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

const schema = recordOf(listDispenses.output)!;

function Detail({ row }: { row: DispenseRecord }) {
  const t = useText();
  return (
    <>
      <Rows
        rows={[
          'equipmentName',
          'fieldName',
          'paid',
          'asked',
          'counted',
          'outcome',
          { key: 'reasonName', label: 'coins:field.reason' },
          'createdAt',
        ]}
        subject={{ schema, texts: 'coins', data: row }}
      />
      {row.orderId && (
        <Button component={Link} to={`/order_detail?id=${row.orderId}`} variant="light" mt="md">
          {t('coins:exchange.order')}
        </Button>
      )}
    </>
  );
}

export default listPage({
  endpoint: listDispenses,
  header: <Flow />,
  columns: [
    'equipmentName',
    'fieldName',
    { key: 'paid', phone: 'more' },
    'asked',
    { key: 'counted', phone: 'amount' },
    'outcome',
    'createdAt',
  ],
  filters: [
    siteFilter(),
    machineFilter(undefined, 'exchange'),
    { name: 'source', label: 'coins:field.paid' },
    'outcome',
    'from',
  ],
  rowDetail: (row) => <Detail row={row} />,
  empty: { title: 'coins:exchange.empty', hint: 'coins:exchange.emptyHint' },
});
