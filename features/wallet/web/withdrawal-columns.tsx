import type { Column, Filter } from '#kit/pages/list-definition.ts';
import { KeyValue, type KeyValueRow, Money, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { withdrawalKinds, withdrawalStates, withdrawalTargets } from '../contract/shared.ts';
import type { WithdrawalRecord } from '../contract/withdrawals.ts';
import type { walletContract } from '../contract.ts';
import { useWalletName, WithdrawalBadge } from './wallet-parts.tsx';

export function Target({ row }: { row: WithdrawalRecord }) {
  const t = useText();
  if (row.target === 'balance') return t('wallet:target.balance');
  return row.target === 'wechat' ? t('wallet:withdraw.wechat', { name: row.targetName }) : row.targetName;
}

const Kind = ({ row }: { row: WithdrawalRecord }) => useText()(`wallet:withdrawalKind.${row.kind}`);

export const amountColumns: readonly Column<WithdrawalRecord>[] = [
  {
    key: 'amountFen',
    label: 'wallet:field.amount',
    align: 'right',
    sortable: true,
    primary: true,
    render: (row) => <Money fen={row.amountFen} />,
    exportAs: { kind: 'money' },
  },
  {
    key: 'feeFen',
    label: 'wallet:field.fee',
    align: 'right',
    render: (row) => <Money fen={row.feeFen} />,
    exportAs: { kind: 'money' },
  },
  {
    key: 'arrivesFen',
    label: 'wallet:field.arrives',
    align: 'right',
    render: (row) => <Money fen={row.arrivesFen} />,
    exportAs: { kind: 'money' },
  },
];

export const timeColumn: Column<WithdrawalRecord> = {
  key: 'createdAt',
  label: 'wallet:field.askedAt',
  sortable: true,
  secondary: true,
  render: (row) => <Time value={row.createdAt} />,
  exportAs: { kind: 'instant' },
};

export const kindColumn: Column<WithdrawalRecord> = {
  key: 'kind',
  label: 'wallet:field.withdrawalKind',
  render: (row) => <Kind row={row} />,
  exportAs: {
    values: Object.fromEntries(withdrawalKinds.map((kind) => [kind, `wallet:withdrawalKind.${kind}`])),
  },
};

export const targetColumn: Column<WithdrawalRecord> = {
  key: 'targetName',
  label: 'wallet:field.target',
  render: (row) => <Target row={row} />,
};

export const stateColumn: Column<WithdrawalRecord> = {
  key: 'state',
  label: 'wallet:field.state',
  trailing: true,
  render: (row) => <WithdrawalBadge state={row.state} step={row.step} />,
  exportAs: { values: Object.fromEntries(withdrawalStates.map((state) => [state, `wallet:state.${state}`])) },
};

export const withdrawalFilters: readonly Filter<typeof walletContract.listWithdrawals>[] = [
  {
    kind: 'choice',
    name: 'state',
    label: 'wallet:field.state',
    options: withdrawalStates.map((value) => ({ value, label: `wallet:state.${value}` })),
  },
  {
    kind: 'choice',
    name: 'kind',
    label: 'wallet:field.withdrawalKind',
    options: withdrawalKinds.map((value) => ({ value, label: `wallet:withdrawalKind.${value}` })),
  },
  {
    kind: 'choice',
    name: 'target',
    label: 'wallet:field.target',
    options: withdrawalTargets.map((value) => ({ value, label: `wallet:target.${value}` })),
  },
  { kind: 'dateRange', name: 'from', toName: 'to', label: 'wallet:field.days' },
];

/** Everything about one withdrawal; empty lines are left out. */
export function WithdrawalDetail({
  row,
  forPlatform = false,
}: {
  row: WithdrawalRecord;
  forPlatform?: boolean;
}) {
  const t = useText();
  const nameOf = useWalletName();
  const rows: (KeyValueRow | false)[] = [
    { label: t('wallet:field.state'), value: <WithdrawalBadge state={row.state} step={row.step} /> },
    row.reason !== '' && { label: t('wallet:field.reason'), value: row.reason, wide: true },
    row.failure !== '' && { label: t('wallet:field.failure'), value: row.failure, wide: true },
    forPlatform && { label: t('wallet:field.organisation'), value: `${row.tenantName} ${row.tenantId}` },
    { label: t('wallet:field.wallet'), value: nameOf({ kind: row.walletKind, name: row.walletName }) },
    { label: t('wallet:field.askedBy'), value: row.userName },
    { label: t('wallet:field.askedAt'), value: <Time value={row.createdAt} /> },
    { label: t('wallet:field.amount'), value: <Money fen={row.amountFen} /> },
    { label: t('wallet:field.fee'), value: <Money fen={row.feeFen} /> },
    { label: t('wallet:field.arrives'), value: <Money fen={row.arrivesFen} /> },
    { label: t('wallet:field.target'), value: <Target row={row} /> },
    row.payeeName !== '' && { label: t('wallet:field.payee'), value: row.payeeName },
    forPlatform && row.takenByName !== '' && { label: t('wallet:field.takenBy'), value: row.takenByName },
    forPlatform &&
      row.approvedByName !== '' && { label: t('wallet:field.approvedBy'), value: row.approvedByName },
    forPlatform && row.secondByName !== '' && { label: t('wallet:field.secondBy'), value: row.secondByName },
    (forPlatform || row.state === 'cancelled') &&
      row.decidedByName !== '' && { label: t('wallet:field.decidedBy'), value: row.decidedByName },
    row.bankReference !== '' && { label: t('wallet:field.bankReference'), value: row.bankReference },
    row.endedAt !== null && { label: t('wallet:field.endedAt'), value: <Time value={row.endedAt} /> },
  ];
  return <KeyValue rows={rows.filter((entry) => entry !== false)} />;
}
