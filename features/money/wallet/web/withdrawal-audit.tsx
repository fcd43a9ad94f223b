import { SegmentedControl, Select, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { type Action, callOf } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage, optional } from '#kit/pages/list-page.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { usePhone } from '#kit/ui/phone.ts';
import { withdrawalStates } from '../contract/shared.ts';
import type { WithdrawalRecord } from '../contract/withdrawals.ts';
import { walletContract } from '../contract.ts';
import { AmountAsked } from './amount-asked.tsx';
import { AuditDetail } from './audit-detail.tsx';
import { withdrawalColumns } from './withdrawal-detail.tsx';

const { decideWithdrawal, listWithdrawals } = walletContract;

const undecided = (row: WithdrawalRecord) =>
  row.state === 'untreated' ||
  (row.state === 'processing' && (row.step === 'taken' || row.step === 'secondApproval'));

/** What is approved, and whether somebody else has to approve it too. */
function Approving({ row }: { row: WithdrawalRecord }) {
  const t = useText();
  return (
    <>
      <AmountAsked row={row} />
      {row.needsSecond && (
        <Text size="sm" mt="xs">
          {t('wallet:audit.needsSecond')}
        </Text>
      )}
    </>
  );
}

const actions: readonly Action<WithdrawalRecord>[] = [
  {
    label: 'wallet:audit.take',
    icon: 'user-check',
    visible: (row) => row.state === 'untreated',
    call: callOf(decideWithdrawal, (row: WithdrawalRecord) => ({ id: row.id, action: 'take' as const })),
    success: 'kit:action.done',
  },
  {
    label: 'wallet:audit.approve',
    icon: 'check',
    primary: true,
    visible: (row) => undecided(row) && !row.approvedByMe,
    form: formAction({
      endpoint: decideWithdrawal,
      title: 'wallet:audit.approveTitle',
      initial: (row: WithdrawalRecord) => ({ id: row.id, action: 'approve' }),
      above: ({ subject }) => <Approving row={subject} />,
      fields: [],
    }),
  },
  {
    label: 'wallet:audit.paid',
    icon: 'circle-check',
    primary: true,
    visible: (row) => row.step === 'toPay',
    form: formAction({
      endpoint: decideWithdrawal,
      title: 'wallet:audit.paidTitle',
      initial: (row: WithdrawalRecord) => ({ id: row.id, action: 'paid' }),
      above: ({ subject }) => <AmountAsked row={subject} />,
      fields: [{ name: 'bankReference', hint: 'wallet:audit.paidHint', required: true }],
    }),
  },
  {
    label: 'wallet:audit.reject',
    icon: 'x',
    danger: true,
    visible: (row) => undecided(row) || row.step === 'toPay',
    form: formAction({
      endpoint: decideWithdrawal,
      title: 'wallet:audit.rejectTitle',
      danger: true,
      initial: (row: WithdrawalRecord) => ({ id: row.id, action: 'reject' }),
      above: ({ subject }) => <AmountAsked row={subject} />,
      fields: [{ name: 'reason', kind: 'longText', hint: 'wallet:audit.rejectHint', required: true }],
    }),
  },
];

/** The platform's queue: take, approve (two people above the limit), pay, reject. */
export default function WithdrawalAudit() {
  const t = useText();
  const phone = usePhone();
  const [query, setQuery] = useSearchParams();
  const wanted = query.get('state') ?? 'untreated';
  const state = withdrawalStates.find((name) => name === wanted);
  const list = useMemo(
    () =>
      defineList({
        endpoint: listWithdrawals,
        input: { state },
        columns: [
          ...withdrawalColumns(true),
          ...optional('userName', 'approvedByName'),
          { key: 'stage', label: 'wallet:field.state' },
        ],
        search: 'keyword',
        searchHint: 'wallet:audit.search',
        filters: ['from'],
        sort: state === 'untreated' ? { by: 'createdAt', order: 'asc' } : { by: 'createdAt', order: 'desc' },
        rowDetail: (row) => <AuditDetail row={row} />,
        rowActions: actions,
        empty: { title: 'wallet:audit.empty', hint: 'wallet:audit.emptyHint' },
      }),
    [state],
  );
  const choice = {
    'aria-label': t('wallet:field.state'),
    value: state ?? 'all',
    data: [...withdrawalStates, 'all'].map((value) => ({ value, label: t(`wallet:state.${value}`) })),
    mb: 'sm',
    onChange: (next: string | null) => next && setQuery({ state: next }, { replace: true }),
  };
  const header = phone ? <Select {...choice} allowDeselect={false} /> : <SegmentedControl {...choice} />;
  return <ListPage key={state} definition={{ ...list, header }} />;
}
