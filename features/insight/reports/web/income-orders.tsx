import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { sitesContract } from '#features/base/sites/contract.ts';
import { siteFilter } from '#features/base/sites/web/public.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { machineFilter } from '#features/machines/fleet/web/public.ts';
import type { InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { Money } from '#kit/ui/display.tsx';
import { Figures } from '#kit/ui/figures.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useMayOpen } from '#kit/ui/may-open.ts';
import { useCan } from '#kit/ui/session.ts';
import { reportsContract } from '../contract.ts';
import { addressOf } from './report-filters.ts';

const { listEntries, sumEntries } = reportsContract;
const names = ['from', 'to', 'fieldId', 'equipmentId', 'type', 'payWay', 'kind', 'figure'] as const;

/** What the listed lines come to: the figure one came from. */
function Sums() {
  const t = useText();
  const [query] = useSearchParams();
  const input = Object.fromEntries(
    names.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])),
  ) as InputOf<typeof sumEntries>;
  const { data } = useCall(sumEntries, input, { keepPrevious: true });
  if (!data) return null;
  return (
    <Figures
      items={(['incomeFen', 'grossFen', 'refundFen', 'feeFen', 'netFen'] as const).map((name) => ({
        label: t(`reports:field.${name}`),
        value: <Money fen={data[name]} />,
        ...(name === 'incomeFen' && { hint: t('reports:entries.count', { count: data.entries }) }),
      }))}
    />
  );
}

type Entry = OutputOf<typeof listEntries>['records'][number];

/** Cash inside machines goes by no order: the list of cash has that hour. */
const behind = ({ orderNumber, equipmentId, day }: Entry): string =>
  orderNumber
    ? `/order_detail?orderNumber=${orderNumber}`
    : addressOf('/cashincome', { equipmentId, from: day, to: day });

const list = defineList({
  endpoint: listEntries,
  texts: 'reports',
  header: <Sums />,
  columns: [
    { key: 'title', phone: 'what' },
    'kind',
    'payWay',
    { key: 'incomeFen', phone: 'amount' },
    { key: 'grossFen', phone: false },
    { key: 'refundFen', phone: false },
    { key: 'feeFen', phone: false },
    { key: 'netFen', optional: true, phone: false },
    'equipmentName',
    { key: 'fieldName', phone: 'more' },
    'at',
    'orderNumber',
  ],
  filters: ['from', siteFilter(), machineFilter(), 'type', 'payWay', 'kind', 'figure'],
  empty: { title: 'reports:entries.empty', hint: 'reports:entries.emptyHint' },
});

/** /income_orders: the very orders and refunds that a figure of income is made of. */
export default function IncomeOrders() {
  const mayOrder = useMayOpen('/order_detail');
  const mayCash = useMayOpen('/cashincome');
  const maySites = useCan(sitesContract.listUserSites);
  const mayMachines = useCan(fleetContract.listDevices);
  const definition = useMemo(() => {
    const hidden = [...(maySites ? [] : ['fieldId']), ...(mayMachines ? [] : ['equipmentId'])];
    return {
      ...list,
      filters: list.filters.filter(({ name }) => !hidden.includes(name)),
      ...(mayOrder && mayCash && { rowTo: behind }),
    };
  }, [mayOrder, mayCash, maySites, mayMachines]);
  return <ListPage definition={definition} />;
}
