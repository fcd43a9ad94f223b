import { useMemo } from 'react';
import { type Action, callOf, forOne } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useCan } from '#kit/ui/session.ts';
import { type CodeRecord, rewardsContract, type VoucherRecord } from '../contract.ts';
import { BatchHead } from './batch-head.tsx';
import { printSheets } from './print-sheets.ts';

const { listVouchers, listVoucherCodes, voidVouchers, printVouchers } = rewardsContract;

const makeVoid: Action<VoucherRecord[]> = {
  label: 'rewards:action.void',
  icon: 'x',
  danger: true,
  visible: (list) => list.every(({ state }) => state === 'open'),
  call: callOf(voidVouchers, (list: VoucherRecord[]) => ({ ids: list.map(({ id }) => id) })),
  confirm: { title: 'rewards:confirm.voidVouchers', body: 'rewards:confirm.voidBody' },
  success: 'rewards:page.voided',
};

const number = { key: 'number', label: 'rewards:field.voucherNumber', phone: 'what' } as const;
const empty = { title: 'rewards:empty.ofBatch' };

const ownPath = '/integralStore/voucher';
const headOf = (batchId: string) => <BatchHead id={batchId} to={ownPath} />;

const withCodes = (batchId: string) =>
  defineList({
    endpoint: listVoucherCodes,
    header: headOf(batchId),
    texts: 'rewards',
    input: { batchId },
    columns: [
      number,
      { key: 'code', phone: 'amount' },
      'state',
      { key: 'playerName', label: 'rewards:field.redeemedBy' },
      'redeemedAt',
      { key: 'link', optional: true },
    ],
    filters: ['state'],
    size: 50,
    actions: [
      {
        label: 'rewards:action.print',
        icon: 'printer',
        primary: true,
        needs: printVouchers,
        run: () => printSheets(batchId, 1),
      },
    ],
    rowActions: [
      {
        label: 'rewards:action.printFrom',
        icon: 'printer',
        needs: printVouchers,
        visible: ({ state }: CodeRecord) => state === 'open',
        run: ({ number: first }: CodeRecord) => printSheets(batchId, first),
      },
      forOne(makeVoid as Action<CodeRecord[]>),
    ],
    bulkActions: [makeVoid as Action<CodeRecord[]>],
    empty,
    icon: 'ticket',
  });

const withoutCodes = (batchId: string) =>
  defineList({
    endpoint: listVouchers,
    header: headOf(batchId),
    texts: 'rewards',
    input: { batchId },
    columns: [
      number,
      'state',
      { key: 'playerName', label: 'rewards:field.redeemedBy', phone: 'more' },
      'redeemedAt',
    ],
    filters: ['state'],
    size: 50,
    facts: true,
    empty,
    icon: 'ticket',
  });

/** The vouchers of a batch; their codes for who may make some. The list can be taken along as a file. */
export function BatchVouchers({ id }: { id: string }) {
  const maySeeCodes = useCan(listVoucherCodes);
  const codes = useMemo(() => withCodes(id), [id]);
  const plain = useMemo(() => withoutCodes(id), [id]);
  return maySeeCodes ? <ListPage definition={codes} /> : <ListPage definition={plain} />;
}
