import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { ordersContract } from '../contract.ts';
import { countColumns, detailOf, orderColumns } from './order-columns.tsx';
import { dayFilter, machineFilter, payWayFilter, siteFilter, stateFilter } from './order-parts.tsx';

const list = defineList({
  endpoint: ordersContract.listPlays,
  columns: [...orderColumns, ...countColumns],
  filters: [siteFilter, machineFilter(), stateFilter, payWayFilter(), dayFilter],
  search: 'orderNumber',
  searchHint: 'orders:online.search',
  rowTo: detailOf,
  empty: { title: 'orders:plays.empty', hint: 'orders:plays.emptyHint' },
  live: 'order.changed',
  export: true,
});

/** /expensesRecord */
export default function PlayRecords() {
  return <ListPage definition={list} />;
}
