import { useState } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { callOf } from '#kit/pages/actions.ts';
import { type Column, defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { Money, StatusBadge, Time, type Tone } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { type AdjustmentState, adjustmentStates } from '../contract/shared.ts';
import { walletContract } from '../contract.ts';
import { AdjustmentSheet } from './adjustment-sheet.tsx';

const { listAdjustments, adjustMoney, decideAdjustment } = walletContract;
type Row = OutputOf<typeof listAdjustments>['records'][number];

const tones: Record<AdjustmentState, Tone> = { waiting: 'waiting', done: 'good', refused: 'quiet' };
const State = ({ state }: { state: AdjustmentState }) => (
  <StatusBadge tone={tones[state]}>{useText()(`wallet:adjustment.${state}`)}</StatusBadge>
);

const columns: readonly Column<Row>[] = [
  { key: 'tenantName', label: 'wallet:field.organisation', primary: true },
  {
    key: 'amountFen',
    label: 'wallet:field.amount',
    align: 'right',
    sortable: true,
    render: (row) => <Money fen={row.amountFen} signed />,
    exportAs: { kind: 'money' },
  },
  { key: 'reason', label: 'wallet:field.reason', secondary: true },
  { key: 'askedByName', label: 'wallet:field.askedBy' },
  { key: 'decidedByName', label: 'wallet:field.decidedBy' },
  {
    key: 'createdAt',
    label: 'wallet:field.time',
    sortable: true,
    render: (row) => <Time value={row.createdAt} />,
    exportAs: { kind: 'instant' },
  },
  {
    key: 'state',
    label: 'wallet:field.state',
    trailing: true,
    render: (row) => <State state={row.state} />,
    exportAs: {
      values: Object.fromEntries(adjustmentStates.map((state) => [state, `wallet:adjustment.${state}`])),
    },
  },
];

/** Money the platform takes from organisations or gives back, each with its reason. */
export default function Adjustments() {
  const [adding, setAdding] = useState(false);
  const list = defineList({
    endpoint: listAdjustments,
    columns,
    filters: [
      {
        kind: 'choice',
        name: 'state',
        label: 'wallet:field.state',
        options: adjustmentStates.map((value) => ({ value, label: `wallet:adjustment.${value}` })),
      },
    ],
    actions: [
      {
        label: 'wallet:adjustment.new',
        icon: 'plus',
        primary: true,
        needs: adjustMoney,
        run: () => setAdding(true),
      },
    ],
    rowActions: [
      {
        label: 'wallet:adjustment.approve',
        icon: 'check',
        primary: true,
        visible: (row) => row.state === 'waiting' && !row.askedByMe,
        call: callOf(decideAdjustment, (row: Row) => ({ id: row.id, approve: true })),
        confirm: {
          title: 'wallet:adjustment.approveTitle',
          body: 'wallet:adjustment.approveBody',
          params: (row) => ({ name: row.tenantName, reason: row.reason }),
        },
        success: 'kit:action.done',
      },
      {
        label: 'wallet:adjustment.refuse',
        icon: 'x',
        danger: true,
        visible: (row) => row.state === 'waiting',
        call: callOf(decideAdjustment, (row: Row) => ({ id: row.id, approve: false })),
        confirm: { title: 'wallet:adjustment.refuseTitle' },
        success: 'kit:action.done',
      },
    ],
    empty: { title: 'wallet:adjustment.empty', hint: 'wallet:adjustment.emptyHint' },
    export: true,
    live: 'adjustment.',
  });
  return (
    <>
      <ListPage definition={list} />
      {adding && <AdjustmentSheet onClose={() => setAdding(false)} />}
    </>
  );
}
