import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { type OrderRecord, ordersContract } from '../contract.ts';
import { orderActions } from './order-actions.ts';
import { detailOf, orderColumns } from './order-columns.tsx';
import {
  dayFilter,
  kindFilter,
  machineFilter,
  payWayFilter,
  siteFilter,
  stateFilter,
} from './order-parts.tsx';
import { searchInput } from './order-search.ts';
import { RefundSheet } from './refund-sheet.tsx';
import { SearchBox } from './search-box.tsx';

const { listOrders } = ordersContract;

const list = (search: ReturnType<typeof searchInput>, onRefund: (order: OrderRecord) => void) =>
  defineList({
    endpoint: listOrders,
    input: search,
    header: <SearchBox hint="orders:list.search" />,
    columns: orderColumns,
    filters: [stateFilter, kindFilter, payWayFilter(), siteFilter, machineFilter(), dayFilter],
    rowTo: detailOf,
    rowActions: orderActions(onRefund),
    empty: { title: 'orders:list.empty', hint: 'orders:list.emptyHint' },
    live: 'order.changed',
    export: true,
  });

/** /order_center: every order, found by its number or by the player's phone. */
export default function OrderCenter() {
  const [query] = useSearchParams();
  const [refunding, setRefunding] = useState<OrderRecord | undefined>();
  const typed = query.get('q') ?? '';
  const definition = useMemo(() => list(searchInput(typed), setRefunding), [typed]);
  return (
    <>
      <ListPage definition={definition} />
      <RefundSheet orderNumber={refunding?.orderNumber} onClose={() => setRefunding(undefined)} />
    </>
  );
}
