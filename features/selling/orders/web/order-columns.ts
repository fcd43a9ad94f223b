import { columnsOf } from '#kit/pages/list-definition.ts';
import { type OrderRecord, ordersContract } from '../contract.ts';

/** One order in a list: what it was, how much, how it went; the rest where there is room. */
export const orderColumns = columnsOf(ordersContract.listOrders, 'orders', [
  'title',
  { key: 'standing', label: 'orders:field.state' },
  'totalAmount',
  { key: 'refundedAmount', phone: false },
  'payWay',
  'equipmentName',
  { key: 'fieldName', phone: 'more' },
  'playerName',
  { key: 'kind', optional: true },
  'createdAt',
  'orderNumber',
]);

export const detailOf = (order: Pick<OrderRecord, 'orderNumber'>) =>
  `/order_detail?orderNumber=${order.orderNumber}`;
