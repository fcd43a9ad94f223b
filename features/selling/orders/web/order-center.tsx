import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { siteFilter } from '#features/base/sites/web/public.ts';
import { machineFilter } from '#features/machines/fleet/web/public.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { ordersContract } from '../contract.ts';
import { orderActions } from './order-actions.ts';
import { detailOf, orderColumns } from './order-columns.ts';
import { searchInput } from './order-search.ts';
import { SearchBox } from './search-box.tsx';

const list = (search: ReturnType<typeof searchInput>) =>
  defineList({
    endpoint: ordersContract.listOrders,
    input: search,
    header: <SearchBox hint="orders:list.search" />,
    columns: orderColumns,
    filters: ['state', 'kind', 'payWay', siteFilter(), machineFilter(), 'from'],
    rowTo: detailOf,
    rowActions: orderActions,
    empty: { title: 'orders:list.empty', hint: 'orders:list.emptyHint' },
  });

/** /order_center: every order, found by its number or by the player's phone. */
export default function OrderCenter() {
  const [query] = useSearchParams();
  const typed = query.get('q') ?? '';
  const definition = useMemo(() => list(searchInput(typed)), [typed]);
  return <ListPage definition={definition} />;
}
