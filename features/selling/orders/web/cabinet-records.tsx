import { siteFilter } from '#features/base/sites/web/public.ts';
import { machineFilter } from '#features/machines/devices/web/public.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { ordersContract } from '../contract.ts';
import { detailOf, orderColumns } from './order-columns.ts';

const list = defineList({
  endpoint: ordersContract.listCabinetPlays,
  texts: 'orders',
  columns: [...orderColumns, 'asked', 'counted'],
  filters: [siteFilter(), machineFilter(undefined, 'cabinet'), 'state', 'payWay', 'from'],
  search: 'orderNumber',
  searchHint: 'orders:online.search',
  rowTo: detailOf,
  empty: { title: 'orders:plays.emptyCabinet', hint: 'orders:plays.emptyHint' },
});

/** /glassExpensesRecord */
export default function CabinetRecords() {
  return <ListPage definition={list} />;
}
