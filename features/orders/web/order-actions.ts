import { type Action, callOf } from '#kit/pages/actions.ts';
import { type OrderRecord, ordersContract } from '../contract.ts';

const { readShares, refundByNumber, hideOrders } = ordersContract;
const ended: readonly OrderRecord['state'][] = ['fulfilled', 'partlyFulfilled', 'refunded', 'closed'];

/** What staff do with an order they see in a list. */
export const orderActions = (onRefund: (order: OrderRecord) => void): readonly Action<OrderRecord>[] => [
  {
    label: 'orders:action.refund',
    icon: 'arrow-left',
    needs: refundByNumber,
    visible: (row) => row.refundableAmount > 0 && row.state !== 'created',
    run: onRefund,
  },
  {
    label: 'kit:action.remove',
    icon: 'trash',
    danger: true,
    call: callOf(hideOrders, (row: OrderRecord) => ({ id: row.id })),
    visible: (row) => ended.includes(row.state) && row.faultState !== 'unsolved',
    confirm: { title: 'orders:list.hideTitle', body: 'orders:list.hideBody' },
    success: 'orders:list.hidden',
    invalidates: [readShares],
  },
];
