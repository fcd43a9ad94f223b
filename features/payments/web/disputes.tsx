import { Text, Title } from '@mantine/core';
import type { Action } from '#kit/pages/actions.ts';
import { type Column, defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useAct } from '#kit/ui/api.ts';
import { useAskText } from '#kit/ui/ask-text.tsx';
import { KeyValue, type KeyValueRow, Money, StatusBadge, Time, type Tone } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { type DisputeRecord, type DisputeState, disputeStates, mismatches } from '../contract/disputes.ts';
import { paymentsContract } from '../contract.ts';

const { listDisputes, resolveDispute } = paymentsContract;

const tones: Record<DisputeState, Tone> = { open: 'bad', settled: 'good', resolved: 'quiet' };
const named = (values: readonly string[], prefix: string) =>
  Object.fromEntries(values.map((value) => [value, `payments:${prefix}.${value}`]));

function State({ state }: { state: DisputeState }) {
  return <StatusBadge tone={tones[state]}>{useText()(`payments:disputeState.${state}`)}</StatusBadge>;
}

function Why({ row }: { row: DisputeRecord }) {
  const t = useText();
  const why = t(`payments:refusal.${row.mismatch}`);
  return row.about === 'refund' ? t('payments:dispute.ofRefund', { why }) : why;
}
const ChannelName = ({ row }: { row: DisputeRecord }) => useText()(`payments:channel.${row.channel}`);

/** In a currency that is not ours the number alone would say the wrong thing. */
function Reported({ row }: { row: DisputeRecord }) {
  const t = useText();
  if (row.reportedFen === null) return t('payments:dispute.notTold');
  const foreign = row.reportedCurrency !== null && row.reportedCurrency !== 'CNY';
  if (foreign) return `${(row.reportedFen / 100).toFixed(2)} ${row.reportedCurrency}`;
  return <Money fen={row.reportedFen} />;
}

const columns: readonly Column<DisputeRecord>[] = [
  { key: 'tenantName', label: 'payments:dispute.merchant', primary: true },
  {
    key: 'orderNumber',
    label: 'payments:dispute.order',
    render: (row) => row.orderNumber ?? row.description,
  },
  {
    key: 'askedFen',
    label: 'payments:dispute.asked',
    align: 'right',
    render: (row) => <Money fen={row.askedFen} />,
    exportAs: { kind: 'money' },
  },
  {
    key: 'reportedFen',
    label: 'payments:dispute.reported',
    align: 'right',
    render: (row) => <Reported row={row} />,
    exportAs: { kind: 'money' },
  },
  {
    key: 'mismatch',
    label: 'payments:dispute.why',
    render: (row) => <Why row={row} />,
    exportAs: { values: named(mismatches, 'refusal') },
  },
  {
    key: 'createdAt',
    label: 'payments:dispute.at',
    secondary: true,
    sortable: true,
    render: (row) => <Time value={row.createdAt} />,
    exportAs: { kind: 'instant' },
  },
  {
    key: 'state',
    label: 'payments:dispute.state',
    trailing: true,
    render: (row) => <State state={row.state} />,
    exportAs: { values: named(disputeStates, 'disputeState') },
  },
];

function Detail({ row }: { row: DisputeRecord }) {
  const t = useText();
  const lines: (KeyValueRow | false)[] = [
    { label: t('payments:dispute.state'), value: <State state={row.state} /> },
    { label: t('payments:dispute.why'), value: <Why row={row} /> },
    { label: t('payments:dispute.merchant'), value: `${row.tenantName} ${row.tenantId}` },
    { label: t('payments:dispute.platform'), value: <ChannelName row={row} /> },
    row.orderNumber !== null && { label: t('payments:dispute.order'), value: row.orderNumber },
    row.description !== '' && { label: t('payments:dispute.what'), value: row.description },
    { label: t('payments:dispute.number'), value: row.outTradeNo, wide: true },
    row.transactionId !== null && {
      label: t('payments:dispute.transaction'),
      value: row.transactionId,
      wide: true,
    },
    { label: t('payments:dispute.asked'), value: <Money fen={row.askedFen} /> },
    { label: t('payments:dispute.reported'), value: <Reported row={row} /> },
    { label: t('payments:dispute.at'), value: <Time value={row.createdAt} /> },
    { label: t('payments:dispute.lastAt'), value: <Time value={row.lastAt} /> },
    row.endedAt !== null && { label: t('payments:dispute.endedAt'), value: <Time value={row.endedAt} /> },
    row.endedByName !== '' && { label: t('payments:dispute.endedBy'), value: row.endedByName },
    row.note !== '' && { label: t('payments:dispute.note'), value: row.note, wide: true },
  ];
  return <KeyValue rows={lines.filter((line) => line !== false)} />;
}

const list = defineList({
  id: 'disputes',
  endpoint: listDisputes,
  columns,
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: 'payments:dispute.state',
      options: disputeStates.map((value) => ({ value, label: `payments:disputeState.${value}` })),
    },
  ],
  rowDetail: (row) => <Detail row={row} />,
  rowTitle: (row) => row.orderNumber ?? row.outTradeNo,
  empty: { title: 'payments:dispute.empty', hint: 'payments:dispute.emptyHint' },
  export: true,
  live: 'payment-platform.',
});

/** Payments of which the platform says something else than was asked: nobody got the money, somebody has to look. */
export function Disputes() {
  const t = useText();
  const { ask, dialog } = useAskText();
  const resolve = useAct(resolveDispute, { success: 'kit:action.done', invalidates: [listDisputes] });
  const rowActions: Action<DisputeRecord>[] = [
    {
      label: 'payments:dispute.resolve',
      icon: 'check',
      primary: true,
      needs: resolveDispute,
      visible: (row) => row.state === 'open',
      run: async (row) => {
        const note = await ask({
          title: t('payments:dispute.resolveTitle'),
          hint: t('payments:dispute.resolveHint'),
          label: t('payments:dispute.note'),
          required: true,
        });
        if (note === undefined) return false;
        await resolve.mutateAsync({ id: row.id, note }).catch(() => undefined);
        return true;
      },
    },
  ];
  return (
    <section>
      <Title order={2} size="h4">
        {t('payments:dispute.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('payments:dispute.hint')}
      </Text>
      <ListPage definition={{ ...list, rowActions }} />
      {dialog}
    </section>
  );
}
