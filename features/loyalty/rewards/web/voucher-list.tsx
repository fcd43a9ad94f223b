import { useMemo } from 'react';
import { type Action, callOf, forOne } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { useCan } from '#kit/ui/session.ts';
import { type CodeRecord, rewardsContract, type VoucherRecord } from '../contract.ts';
import { BatchHead } from './batch-head.tsx';
import { printSheets, takeCodes } from './print-sheets.ts';

const { listVoucherBatches, listVouchers, listVoucherCodes, voidVouchers, printVouchers, takeVoucherCodes } =
  rewardsContract;

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

/** The person who made the batch prints its codes, and takes them along once. Others see their last four signs. */
const withCodes = (batchId: string, mayPrint: boolean, mayTake: boolean) =>
  defineList({
    endpoint: listVoucherCodes,
    header: headOf(batchId),
    input: { batchId },
    columns: [
      number,
      { key: 'code', phone: 'amount' },
      'state',
      { key: 'playerName', label: 'rewards:field.redeemedBy' },
      'redeemedAt',
    ],
    filters: ['state'],
    size: 50,
    actions: [
      {
        label: 'rewards:action.print',
        icon: 'printer',
        primary: true,
        needs: printVouchers,
        visible: () => mayPrint,
        run: () => printSheets(batchId, 1),
      },
      {
        label: 'rewards:action.takeCodes',
        icon: 'download',
        needs: takeVoucherCodes,
        visible: () => mayTake,
        confirm: { title: 'rewards:confirm.takeCodes', body: 'rewards:confirm.takeCodesBody' },
        run: () => takeCodes(batchId),
      },
    ],
    rowActions: [
      {
        label: 'rewards:action.printFrom',
        icon: 'printer',
        needs: printVouchers,
        visible: ({ state, mine }: CodeRecord) => mine && state === 'open',
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

/** The vouchers of a batch; the last signs of their codes for who may make some. */
export function BatchVouchers({ id }: { id: string }) {
  const maySeeCodes = useCan(listVoucherCodes);
  const { data } = useCall(listVoucherBatches, { id, size: 1 });
  const batch = data?.records[0];
  const mayPrint = Boolean(batch?.mine && batch.open > 0);
  const mayTake = mayPrint && batch?.codesTaken === false;
  const codes = useMemo(() => withCodes(id, mayPrint, mayTake), [id, mayPrint, mayTake]);
  const plain = useMemo(() => withoutCodes(id), [id]);
  return maySeeCodes ? <ListPage definition={codes} /> : <ListPage definition={plain} />;
}
