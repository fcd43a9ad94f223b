import { siteFilter, siteSource } from '#features/base/sites/web/public.ts';
import { memberSource } from '#features/people/members/web/public.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { deskOnly, listPage, optional } from '#kit/pages/list-page.tsx';
import { cardsContract, type SoldCardRecord } from '../contract.ts';
import { refundForm } from './refund-form.tsx';
import { typeSource } from './type-source.ts';

const { listSoldCards, giveCard, takeBackCard } = cardsContract;

const give = formAction({
  endpoint: giveCard,
  fields: [
    { name: 'playerId', label: 'kit:thing.memberLabel', kind: 'reference', source: memberSource() },
    { name: 'typeId', label: 'cards:field.typeName', kind: 'reference', source: typeSource() },
    { name: 'fieldId', label: 'kit:thing.siteLabel', kind: 'reference', source: siteSource() },
    { name: 'reason', hint: 'cards:hint.giveReason' },
  ],
  success: 'cards:page.given',
});

const takeBack = formAction({
  endpoint: takeBackCard,
  danger: true,
  initial: ({ id }: SoldCardRecord) => ({ id }),
  fields: [{ name: 'reason', hint: 'cards:hint.takeBackReason' }],
  success: 'cards:page.takenBack',
});

const isLiving = ({ state }: SoldCardRecord) => state === 'valid' || state === 'waiting';

/** /sold_cards: every card that was sold, made longer or given, with refunds. */
export default listPage({
  endpoint: listSoldCards,
  columns: [
    { key: 'name', phone: 'what' },
    { key: 'playerName', phone: 'more' },
    { key: 'priceFen', label: 'cards:field.paidFen', phone: 'amount' },
    'state',
    ...deskOnly('source', 'fieldName', 'days', 'expiresAt', 'refundFen'),
    ...optional('coins', 'reason'),
    { key: 'userName', label: 'cards:field.givenBy', optional: true },
    { key: 'orderNumber', optional: true },
    'createdAt',
  ],
  filters: [
    'state',
    'source',
    siteFilter(),
    { kind: 'reference', name: 'typeId', label: 'cards:field.typeName', source: typeSource() },
    'from',
  ],
  search: 'name',
  searchHint: 'cards:page.searchSold',
  facts: true,
  actions: [{ label: 'cards:action.give', icon: 'gift', primary: true, form: give }],
  rowActions: [
    {
      label: 'cards:action.refund',
      icon: 'receipt',
      danger: true,
      form: refundForm,
      visible: (row) => isLiving(row) && row.source === 'order',
    },
    {
      label: 'cards:action.takeBack',
      icon: 'x',
      danger: true,
      form: takeBack,
      visible: (row) => isLiving(row) && row.source !== 'order',
    },
    {
      label: 'cards:action.order',
      icon: 'clipboard-list',
      needs: ordersContract.readOrder,
      to: ({ orderNumber }) => `/order_detail?orderNumber=${orderNumber}`,
      visible: ({ orderNumber }) => orderNumber !== null,
    },
  ],
  empty: { title: 'cards:empty.sold', hint: 'cards:empty.soldHint' },
  icon: 'credit-card',
});
