import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatFen } from '#kit/kernel/money.ts';
import { newRequestId } from '#kit/kernel/request-id.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { useAct, useCall } from '#kit/ui/api.ts';
import { confirm } from '#kit/ui/confirm.tsx';
import { Hint, Money, StatusBadge } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { MeaningView } from '#kit/ui/meaning-view.tsx';
import { useCan } from '#kit/ui/session.ts';
import { walletContract } from '../contract.ts';
import { returningState } from './return-deposit.tsx';
import classes from './wallet.module.css';

const { checkDeposit, listDeposits, payDeposit, askDepositReturn } = walletContract;

/** Deposits paid and returned, and what is still missing. */
export default listPage({
  endpoint: listDeposits,
  rowId: (line) => String(line.place),
  columns: [
    'kind',
    'createdAt',
    'amountFen',
    'balanceFen',
    { key: 'remark', label: 'wallet:field.userName', phone: 'more' },
  ],
  rowTo: (line) => `/money_detail?id=${line.transferId}`,
  empty: { title: 'wallet:deposit.noRecords', hint: 'wallet:deposit.noRecordsHint' },
  header: <DepositState />,
});

function DepositState() {
  const t = useText();
  const { data } = useCall(checkDeposit, {});
  const mayPay = useCan(payDeposit);
  const mayAsk = useCan(askDepositReturn);
  const [requestId, setRequestId] = useState(newRequestId);
  const pay = useAct(payDeposit, {
    success: 'wallet:deposit.paidDone',
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
          <Hint>{t('wallet:deposit.held')}</Hint>
          <div className={classes.amount}>
            <Money fen={data.depositFen} />
          </div>
        </div>
        {data.returning ? (
          <MeaningView meaning={returningState} row={data} path="returning.state" />
        ) : (
          <StatusBadge tone={data.paid ? 'good' : 'waiting'}>
            {t(data.paid ? 'wallet:deposit.paid' : 'wallet:deposit.unpaid')}
          </StatusBadge>
        )}
      </Group>
      <Hint mb="sm">{t('wallet:deposit.required', { amount: formatFen(data.requiredFen) })}</Hint>
      <div className={classes.buttons}>
        {mayPay && data.missingFen > 0 && !data.returning && (
          <Button loading={pay.isPending} onClick={() => void askAndPay()}>
            {t('wallet:deposit.pay', { amount: formatFen(data.missingFen) })}
          </Button>
        )}
        {mayAsk && data.depositFen > 0 && (
          <Button component={Link} to="/return_the_deposit_money" variant="default">
            {t('wallet:screen.returnDeposit')}
          </Button>
        )}
      </div>
    </section>
  );
}
