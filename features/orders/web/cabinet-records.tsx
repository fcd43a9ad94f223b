import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { ordersContract } from '../contract.ts';
import { countColumns, detailOf, orderColumns } from './order-columns.tsx';
import { dayFilter, machineFilter, payWayFilter, siteFilter, stateFilter } from './order-parts.tsx';

const list = defineList({
  endpoint: ordersContract.listCabinetPlays,
  columns: [...orderColumns, ...countColumns],
  filters: [siteFilter, machineFilter('cabinet'), stateFilter, payWayFilter(), dayFilter],
  search: 'orderNumber',
  searchHint: 'orders:online.search',
  rowTo: detailOf,
  empty: { title: 'orders:plays.emptyCabinet', hint: 'orders:plays.emptyHint' },
  live: 'order.changed',
  export: true,
});

/** /glassExpensesRecord */
export default function CabinetRecords() {
  return <ListPage definition={list} />;
}
