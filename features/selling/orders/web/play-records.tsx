import { siteFilter } from '#features/base/sites/web/public.ts';
import { machineFilter } from '#features/machines/fleet/web/public.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { ordersContract } from '../contract.ts';
import { detailOf, orderColumns } from './order-columns.ts';

/** /expensesRecord */
export default listPage({
  endpoint: ordersContract.listPlays,
  columns: [...orderColumns, 'asked', 'counted'],
  filters: [siteFilter(), machineFilter(), 'state', 'payWay', 'from'],
  search: 'orderNumber',
  searchHint: 'orders:online.search',
  rowTo: detailOf,
  empty: { title: 'orders:plays.empty', hint: 'orders:plays.emptyHint' },
});
