import { siteFilter } from '#features/base/sites/web/public.ts';
import { machineFilter } from '#features/machines/fleet/web/public.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { ordersContract } from '../contract.ts';
import { detailOf, orderColumns } from './order-columns.ts';

/** /glassExpensesRecord */
export default listPage({
  endpoint: ordersContract.listCabinetPlays,
  columns: [...orderColumns, 'asked', 'counted'],
  filters: [siteFilter(), machineFilter(undefined, 'cabinet'), 'state', 'payWay', 'from'],
  search: 'orderNumber',
  searchHint: 'orders:online.search',
  rowTo: detailOf,
  empty: { title: 'orders:plays.emptyCabinet', hint: 'orders:plays.emptyHint' },
});
