import { useSearchParams } from 'react-router';
import { siteFilter } from '#features/base/sites/web/public.ts';
import { type Action, callOf, forOne } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { deskOnly, ListPage } from '#kit/pages/list-page.tsx';
import { type BatchRecord, rewardsContract } from '../contract.ts';
import { printSheets } from './print-sheets.ts';
import { BatchVouchers } from './voucher-list.tsx';

const { listVoucherBatches, createVouchers, voidBatches, printVouchers } = rewardsContract;

const ownPath = '/integralStore/voucher';

const makeVoid: Action<BatchRecord[]> = {
  label: 'rewards:action.void',
  icon: 'x',
  danger: true,
  visible: (list) => list.every(({ state }) => state === 'open'),
  call: callOf(voidBatches, (list: BatchRecord[]) => ({ ids: list.map(({ id }) => id) })),
  confirm: { title: 'rewards:confirm.voidBatches', body: 'rewards:confirm.voidBody' },
  success: 'rewards:page.voided',
};

const list = defineList({
  endpoint: listVoucherBatches,
  columns: [
    { key: 'name', label: 'rewards:field.batchName', phone: 'what' },
    { key: 'worthText', phone: 'amount' },
    'state',
    { key: 'redeemed', phone: 'more' },
    { key: 'pieces', phone: false },
    { key: 'open', label: 'rewards:field.openVouchers', phone: false },
    ...deskOnly('fieldName', 'until'),
    { key: 'perPlayer', optional: true },
    { key: 'userName', label: 'rewards:field.madeBy', optional: true },
    'createdAt',
  ],
  filters: ['value', 'state', siteFilter()],
  search: 'name',
  rowTo: ({ id }) => `${ownPath}?id=${id}`,
  actions: [
    {
      label: 'rewards:action.addVoucher',
      icon: 'plus',
      primary: true,
      to: () => '/integralStore/addVoucher',
      needs: createVouchers,
    },
  ],
  rowActions: [
    {
      label: 'rewards:action.print',
      icon: 'printer',
      needs: printVouchers,
      visible: ({ open, mine }) => mine && open > 0,
      run: ({ id }) => printSheets(id, 1),
    },
    forOne(makeVoid),
  ],
  bulkActions: [makeVoid],
  empty: { title: 'rewards:empty.vouchers', hint: 'rewards:empty.vouchersHint' },
  icon: 'ticket',
});

/** /integralStore/voucher: batches of vouchers; `?id=` the vouchers of one. */
export default function Vouchers() {
  const [query] = useSearchParams();
  const id = query.get('id');
  return id ? <BatchVouchers key={id} id={id} /> : <ListPage definition={list} />;
}
