import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatFen } from '#kit/kernel/money.ts';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { useAct, useCall } from '#kit/ui/api.ts';
import { confirm } from '#kit/ui/confirm.tsx';
import { Money, StatusBadge, Time } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useLiveInvalidate } from '#kit/ui/live.ts';
import { newRequestId } from '#kit/ui/request-id.ts';
import { useCan } from '#kit/ui/session.ts';
import { walletContract } from '../contract.ts';
import classes from './wallet.module.css';
import { MovementName, WithdrawalBadge } from './wallet-parts.tsx';

const { checkDeposit, listDeposits, payDeposit, askDepositReturn, readWallet } = walletContract;

const list = defineList({
  endpoint: listDeposits,
  rowId: (line) => String(line.place),
  columns: [
    {
      key: 'kind',
      label: 'wallet:field.kind',
      primary: true,
      render: (line) => <MovementName kind={line.kind} />,
    },
    {
      key: 'createdAt',
      label: 'wallet:field.time',
      secondary: true,
      render: (line) => <Time value={line.createdAt} />,
      exportAs: { kind: 'instant' },
    },
    {
      key: 'amountFen',
      label: 'wallet:field.amount',
      align: 'right',
      trailing: true,
      render: (line) => <Money fen={line.amountFen} signed />,
      exportAs: { kind: 'money' },
    },
    {
      key: 'balanceFen',
      label: 'wallet:field.balanceAfter',
      align: 'right',
      render: (line) => <Money fen={line.balanceFen} />,
      exportAs: { kind: 'money' },
    },
    { key: 'remark', label: 'wallet:field.askedBy' },
  ],
  rowTo: (line) => `/money_detail?id=${line.transferId}`,
  empty: { title: 'wallet:deposit.noRecords', hint: 'wallet:deposit.noRecordsHint' },
  export: true,
  live: 'wallet.',
});

/** Deposits paid and returned, and what is still missing. */
export default function DepositRecords() {
  return <ListPage definition={{ ...list, header: <DepositState /> }} />;
}

function DepositState() {
  const t = useText();
  const { data } = useCall(checkDeposit, {});
  useLiveInvalidate('wallet.', checkDeposit);
  const mayPay = useCan(payDeposit);
  const mayAsk = useCan(askDepositReturn);
  const [requestId, setRequestId] = useState(newRequestId);
  const pay = useAct(payDeposit, {
    success: 'wallet:deposit.paidDone',
    invalidates: [checkDeposit, listDeposits, readWallet],
    onDone: () => setRequestId(newRequestId()),
  });
  if (!data) return null;
  if (!data.own)
    return (
      <Text c="dimmed" mb="sm">
        {t('wallet:deposit.notYours')}
      </Text>
    );
  const askAndPay = async () => {
    const amount = formatFen(data.missingFen);
    if (
      await confirm({
        title: t('wallet:deposit.payTitle', { amount }),
        body: t('wallet:deposit.payBody', { amount: formatFen(data.availableFen) }),
      })
    )
      pay.mutate({ requestId });
  };
  return (
    <section className={classes.card} style={{ marginBottom: 12 }}>
      <Group justify="space-between">
        <div>
          <Text size="sm" c="dimmed">
            {t('wallet:deposit.held')}
          </Text>
          <div className={classes.amount}>
            <Money fen={data.depositFen} />
          </div>
        </div>
        {data.returning ? (
          <WithdrawalBadge state={data.returning.state} />
        ) : (
          <StatusBadge tone={data.paid ? 'good' : 'waiting'}>
            {t(data.paid ? 'wallet:deposit.paid' : 'wallet:deposit.unpaid')}
          </StatusBadge>
        )}
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {t('wallet:deposit.required', { amount: formatFen(data.requiredFen) })}
      </Text>
      <div className={classes.buttons}>
        {mayPay && data.missingFen > 0 && !data.returning && (
          <Button mih={44} loading={pay.isPending} onClick={() => void askAndPay()}>
            {t('wallet:deposit.pay', { amount: formatFen(data.missingFen) })}
          </Button>
        )}
        {mayAsk && data.depositFen > 0 && (
          <Button component={Link} to="/return_the_deposit_money" variant="default" mih={44}>
            {t('wallet:screen.returnDeposit')}
          </Button>
        )}
      </div>
    </section>
  );
}
