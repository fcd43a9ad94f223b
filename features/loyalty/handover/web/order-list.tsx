import { siteFilter } from '#features/base/sites/web/public.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import type { Action } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { listPage, optional } from '#kit/pages/list-page.tsx';
import { type HandoverRecord, handoverContract } from '../contract.ts';
import { openHandOut } from './hand-out.tsx';

const { listHandovers, handOut, ship: shipGoods, cancelExchange } = handoverContract;

const ship: Action<HandoverRecord> = {
  label: 'handover:action.ship',
  icon: 'truck',
  visible: ({ way, state }) => way === 'ship' && state === 'ready',
  form: formAction({
    endpoint: shipGoods,
    texts: 'handover',
    initial: ({ id }: HandoverRecord) => ({ id }),
    fields: ['carrier', 'trackingNumber'],
    success: 'handover:page.shipped',
  }),
};

const cancel: Action<HandoverRecord> = {
  label: 'handover:action.cancel',
  icon: 'x',
  danger: true,
  // money for goods goes back by its order
  visible: ({ kind, state }) => kind === 'exchange' && state === 'ready',
  form: formAction({
    endpoint: cancelExchange,
    danger: true,
    initial: ({ id }: HandoverRecord) => ({ id }),
    fields: [{ name: 'reason', hint: 'handover:hint.reason' }],
    success: 'handover:page.cancelled',
  }),
};

/** /integralStore/orderManage: what players exchanged or bought, to be handed out, sent or cancelled. */
export default listPage({
  endpoint: listHandovers,
  columns: [
    { key: 'picture', noExport: true },
    { key: 'goods', phone: 'what' },
    { key: 'price', phone: 'amount' },
    'state',
    'kind',
    'way',
    'playerName',
    'fieldName',
    { key: 'waitsUntil', phone: false },
    ...optional(
      'number',
      'receiver',
      'phone',
      'address',
      'carrier',
      'trackingNumber',
      'orderNumber',
      'reason',
      'userName',
      'paidAt',
      'handedAt',
      'endedAt',
    ),
    'createdAt',
  ],
  filters: ['state', 'kind', 'way', siteFilter(), 'from'],
  search: 'number',
  searchHint: 'handover:page.search',
  facts: true,
  actions: [
    {
      label: 'handover:action.handOut',
      icon: 'qrcode',
      primary: true,
      needs: handOut,
      run: () => openHandOut(),
    },
  ],
  rowActions: [
    ship,
    cancel,
    {
      label: 'handover:action.order',
      icon: 'clipboard-list',
      needs: ordersContract.readOrder,
      visible: ({ orderNumber }) => orderNumber !== null,
      to: ({ orderNumber }) => `/order_detail?orderNumber=${orderNumber}`,
    },
  ],
  empty: { title: 'handover:empty.orders', hint: 'handover:empty.ordersHint' },
  icon: 'receipt',
});
