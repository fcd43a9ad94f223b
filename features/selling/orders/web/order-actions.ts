import { type Action, callOf } from '#kit/pages/actions.ts';
import { type OrderRecord, ordersContract } from '../contract.ts';
import { refundForm } from './refund-form.tsx';

const ended: readonly OrderRecord['state'][] = ['fulfilled', 'partlyFulfilled', 'refunded', 'closed'];

/** What staff do with an order they see in a list. */
export const orderActions: readonly Action<OrderRecord>[] = [
  {
    label: 'orders:action.refund',
    icon: 'arrow-left',
    form: refundForm,
    visible: (row) => row.refundableAmount > 0 && row.state !== 'created',
  },
  {
    label: 'kit:action.remove',
    icon: 'trash',
    danger: true,
    call: callOf(ordersContract.hideOrders, (row: OrderRecord) => ({ id: row.id })),
    visible: (row) => ended.includes(row.state) && row.faultState !== 'unsolved',
    confirm: { title: 'orders:list.hideTitle', body: 'orders:list.hideBody' },
    success: 'orders:list.hidden',
  },
];
