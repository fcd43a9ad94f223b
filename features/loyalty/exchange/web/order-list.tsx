import { siteFilter } from '#features/base/sites/web/public.ts';
import type { Action } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { type ExchangeRecord, exchangeContract } from '../contract.ts';
import { openHandOut } from './hand-out.tsx';

const { listExchanges, handOutExchange, shipExchange, cancelExchange } = exchangeContract;

const ship: Action<ExchangeRecord> = {
  label: 'exchange:action.ship',
  icon: 'truck',
  visible: ({ way, state }) => way === 'ship' && state === 'ready',
  form: formAction({
    endpoint: shipExchange,
    texts: 'exchange',
    initial: ({ id }: ExchangeRecord) => ({ id }),
    fields: ['carrier', 'trackingNumber'],
    success: 'exchange:page.shipped',
  }),
};

const cancel: Action<ExchangeRecord> = {
  label: 'exchange:action.cancel',
  icon: 'x',
  danger: true,
  visible: ({ state }) => state === 'ready',
  form: formAction({
    endpoint: cancelExchange,
    texts: 'exchange',
    danger: true,
    initial: ({ id }: ExchangeRecord) => ({ id }),
    fields: [{ name: 'reason', hint: 'exchange:hint.reason' }],
    success: 'exchange:page.cancelled',
  }),
};

const list = defineList({
  endpoint: listExchanges,
  texts: 'exchange',
  columns: [
    { key: 'picture', noExport: true },
    { key: 'goods', phone: 'what' },
    { key: 'price', phone: 'amount' },
    'state',
    'way',
    'playerName',
    'fieldName',
    { key: 'waitsUntil', phone: false },
    { key: 'number', optional: true },
    { key: 'receiver', optional: true },
    { key: 'phone', optional: true },
    { key: 'address', optional: true },
    { key: 'carrier', optional: true },
    { key: 'trackingNumber', optional: true },
    { key: 'orderNumber', optional: true },
    { key: 'reason', optional: true },
    { key: 'userName', optional: true },
    { key: 'endedAt', optional: true },
    'createdAt',
  ],
  filters: ['state', 'way', siteFilter(), 'from'],
  search: 'number',
  searchHint: 'exchange:page.search',
  facts: true,
  actions: [
    {
      label: 'exchange:action.handOut',
      icon: 'qrcode',
      primary: true,
      needs: handOutExchange,
      run: () => openHandOut(),
    },
  ],
  rowActions: [ship, cancel],
  empty: { title: 'exchange:empty.orders', hint: 'exchange:empty.ordersHint' },
  icon: 'receipt',
});

/** /integralStore/orderManage: what players exchanged, to be handed out, sent or cancelled. */
export default function OrderList() {
  return <ListPage definition={list} />;
}
