import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { devicesContract } from '#features/devices/contract.ts';
import { machineFilter } from '#features/devices/web/public.ts';
import { sitesContract } from '#features/sites/contract.ts';
import { siteFilter } from '#features/sites/web/public.ts';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { Money } from '#kit/ui/display.tsx';
import { Figures } from '#kit/ui/figures.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useMayOpen } from '#kit/ui/may-open.ts';
import { useCan } from '#kit/ui/session.ts';
import { reportsContract } from '../contract.ts';

const { listEntries, sumEntries } = reportsContract;
const names = ['from', 'to', 'fieldId', 'equipmentId', 'type', 'payWay', 'kind'] as const;

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

const orderOf = ({ orderNumber }: { orderNumber: string }) => `/order_detail?orderNumber=${orderNumber}`;

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
  filters: ['from', siteFilter(), machineFilter(), 'type', 'payWay', 'kind'],
  empty: { title: 'reports:entries.empty', hint: 'reports:entries.emptyHint' },
});

/** /income_orders: the very orders and refunds that a figure of income is made of. */
export default function IncomeOrders() {
  const mayOrder = useMayOpen('/order_detail');
  const maySites = useCan(sitesContract.listUserSites);
  const mayMachines = useCan(devicesContract.listDevices);
  const definition = useMemo(() => {
    const hidden = [...(maySites ? [] : ['fieldId']), ...(mayMachines ? [] : ['equipmentId'])];
    return {
      ...list,
      filters: list.filters.filter(({ name }) => !hidden.includes(name)),
      ...(mayOrder && { rowTo: orderOf }),
    };
  }, [mayOrder, maySites, mayMachines]);
  return <ListPage definition={definition} />;
}
