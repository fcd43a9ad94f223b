import type { Column } from '#kit/pages/list-definition.ts';
import { Time } from '#kit/ui/display.tsx';
import { type OrderRecord, orderKinds, orderStates, payWays } from '../contract.ts';
import { Amount, isFaulty, MachineName, names, PayWayName, StateBadge } from './order-parts.tsx';

/** One order in a list: what it was, how much, how it went; the rest where there is room. */
export const orderColumns: readonly Column<OrderRecord>[] = [
  { key: 'title', label: 'orders:field.title', primary: true },
  {
    key: 'state',
    label: 'orders:field.state',
    trailing: true,
    render: (row) => <StateBadge state={row.state} faulty={isFaulty(row)} />,
    exportAs: { values: names(orderStates, 'stateName') },
  },
  {
    key: 'paidAmount',
    label: 'orders:field.amount',
    align: 'right',
    render: (row) => <Amount amount={row.paidAmount || row.amount} unit={row.unit} />,
    exportAs: { kind: 'money' },
  },
  {
    key: 'refundedAmount',
    label: 'orders:field.refunded',
    align: 'right',
    hideOnPhone: true,
    render: (row) => (row.refundedAmount > 0 ? <Amount amount={row.refundedAmount} unit={row.unit} /> : null),
    exportAs: { kind: 'money' },
  },
  {
    key: 'payWay',
    label: 'orders:field.payWay',
    render: (row) => <PayWayName payWay={row.payWay} />,
    exportAs: { values: names(payWays, 'payWayName') },
  },
  {
    key: 'equipmentName',
    label: 'orders:field.machine',
    render: (row) => <MachineName order={row} />,
  },
  { key: 'fieldName', label: 'orders:field.site', secondary: true },
  { key: 'playerName', label: 'orders:field.player', hideOnPhone: true },
  {
    key: 'kind',
    label: 'orders:field.kind',
    optional: true,
    hideOnPhone: true,
    exportAs: { values: names(orderKinds, 'kindName') },
  },
  { key: 'orderNumber', label: 'orders:field.number', hideOnPhone: true },
  {
    key: 'createdAt',
    label: 'orders:field.createdAt',
    render: (row) => <Time value={row.createdAt} />,
    exportAs: { kind: 'instant' },
  },
];

/** What a machine was asked for and what it counted. */
export const countColumns: readonly Column<OrderRecord>[] = [
  { key: 'asked', label: 'orders:field.asked', align: 'right' },
  { key: 'counted', label: 'orders:field.counted', align: 'right' },
];

export const detailOf = (order: Pick<OrderRecord, 'orderNumber'>) =>
  `/order_detail?orderNumber=${order.orderNumber}`;
