import '#kit/ui/all-styles.ts';
import { siteFilter } from '#features/base/sites/web/public.ts';
import { type Action, callOf, forOne } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { deskOnly, ListPage } from '#kit/pages/list-page.tsx';
import type { ListRecord } from '../contract/price-lists.ts';
import { packagesContract } from '../contract.ts';
import { sendPrices } from './send-prices.ts';

const { listPriceLists, sendPriceLists, sendDiscounts } = packagesContract;

const send: Action<ListRecord[]> = {
  label: 'packages:send.action',
  icon: 'send',
  call: callOf(sendPriceLists, (list: ListRecord[]) => ({ ids: list.map(({ equipmentId }) => equipmentId) })),
  success: 'packages:send.done',
};

const list = defineList({
  endpoint: listPriceLists,
  rowId: ({ equipmentId }) => equipmentId,
  columns: [
    { key: 'equipmentName', phone: 'what' },
    { key: 'fieldName', phone: 'more' },
    { key: 'state', label: 'packages:field.listState' },
    'current',
    ...deskOnly('reason', 'askedByName', 'sentAt'),
    { key: 'answeredAt', phone: 'more' },
    { key: 'askedAt', optional: true },
  ],
  filters: [siteFilter(), { name: 'state', label: 'packages:field.listState' }],
  search: 'keyword',
  searchHint: 'packages:send.search',
  rowActions: [forOne(send)],
  bulkActions: [send],
  actions: [{ ...sendPrices(sendDiscounts), primary: true }],
  facts: true,
  empty: { title: 'packages:send.none', hint: 'packages:send.noneHint' },
  icon: 'device',
});

/** Which screens show the prices of today: who was sent them, who confirmed, who is away. */
export default function PriceLists() {
  return <ListPage definition={list} />;
}
