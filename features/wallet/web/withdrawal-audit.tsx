import { SegmentedControl, Select } from '@mantine/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Action } from '#kit/pages/actions.ts';
import { callOf } from '#kit/pages/actions.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useAct } from '#kit/ui/api.ts';
import { useAskText } from '#kit/ui/ask-text.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { usePhone } from '#kit/ui/phone.ts';
import { withdrawalStates } from '../contract/shared.ts';
import type { WithdrawalRecord } from '../contract/withdrawals.ts';
import { walletContract } from '../contract.ts';
import { AuditDetail } from './audit-detail.tsx';
import { amountColumns, kindColumn, stateColumn, targetColumn, timeColumn } from './withdrawal-columns.tsx';

const { decideWithdrawal, listWithdrawals } = walletContract;

const undecided = (row: WithdrawalRecord) =>
  row.state === 'untreated' ||
  (row.state === 'processing' && (row.step === 'taken' || row.step === 'secondApproval'));

function useAuditActions(): { actions: Action<WithdrawalRecord>[]; dialog: React.ReactNode } {
  const t = useText();
  const { ask, dialog } = useAskText();
  const decide = useAct(decideWithdrawal, { success: 'kit:action.done', invalidates: [listWithdrawals] });
  const asking = (action: 'paid' | 'reject') => async (row: WithdrawalRecord) => {
    const answer = await ask({
      title: t(`wallet:audit.${action}Title`),
      hint: t(`wallet:audit.${action}Hint`),
      label: t(action === 'paid' ? 'wallet:field.bankReference' : 'wallet:field.reason'),
      required: true,
      danger: action === 'reject',
    });
    if (answer === undefined) return false;
    await decide
      .mutateAsync({
        id: row.id,
        action,
        ...(action === 'paid' ? { bankReference: answer } : { reason: answer }),
      })
      .catch(() => undefined);
    return true;
  };
  const actions: Action<WithdrawalRecord>[] = [
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
      call: callOf(decideWithdrawal, (row: WithdrawalRecord) => ({ id: row.id, action: 'approve' as const })),
      confirm: {
        title: 'wallet:audit.approveTitle',
        body: 'wallet:audit.approveBody',
        params: (row) => ({ name: row.tenantName, target: row.targetName || row.payeeName }),
      },
      success: 'kit:action.done',
    },
    {
      label: 'wallet:audit.paid',
      icon: 'circle-check',
      primary: true,
      needs: decideWithdrawal,
      visible: (row) => row.step === 'toPay',
      run: asking('paid'),
    },
    {
      label: 'wallet:audit.reject',
      icon: 'x',
      danger: true,
      needs: decideWithdrawal,
      visible: (row) => undecided(row) || row.step === 'toPay',
      run: asking('reject'),
    },
  ];
  return { actions, dialog };
}

/** The platform's queue: take, approve (two people above the limit), pay, reject. */
export default function WithdrawalAudit() {
  const t = useText();
  const phone = usePhone();
  const { actions, dialog } = useAuditActions();
  const [query, setQuery] = useSearchParams();
  const wanted = query.get('state') ?? 'untreated';
  const state = withdrawalStates.find((name) => name === wanted);
  const list = useMemo(
    () =>
      defineList({
        endpoint: listWithdrawals,
        input: { state },
        columns: [
          {
            key: 'tenantName',
            label: 'wallet:field.organisation',
            primary: true,
            render: (row) => row.tenantName,
          },
          ...amountColumns.map((column) => ({ ...column, primary: false })),
          { ...timeColumn, secondary: true },
          kindColumn,
          targetColumn,
          { key: 'userName', label: 'wallet:field.askedBy', optional: true },
          { key: 'approvedByName', label: 'wallet:field.approvedBy', optional: true },
          stateColumn,
        ],
        search: 'keyword',
        searchHint: 'wallet:audit.search',
        filters: [{ kind: 'dateRange', name: 'from', toName: 'to', label: 'wallet:field.days' }],
        sort: state === 'untreated' ? { by: 'createdAt', order: 'asc' } : { by: 'createdAt', order: 'desc' },
        rowDetail: (row) => <AuditDetail row={row} />,
        empty: { title: 'wallet:audit.empty', hint: 'wallet:audit.emptyHint' },
        export: true,
        live: 'withdrawal.',
      }),
    [state],
  );
  const options = [...withdrawalStates, 'all'].map((value) => ({ value, label: t(`wallet:state.${value}`) }));
  const choice = {
    'aria-label': t('wallet:field.state'),
    value: state ?? 'all',
    data: options,
    mb: 'sm',
    onChange: (next: string | null) => next && setQuery({ state: next }, { replace: true }),
  };
  const header = phone ? <Select {...choice} allowDeselect={false} /> : <SegmentedControl {...choice} />;
  return (
    <>
      <ListPage key={state} definition={{ ...list, rowActions: actions, header }} />
      {dialog}
    </>
  );
}
