import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { FormFields } from '#kit/pages/form-fields.tsx';
import { useForm } from '#kit/pages/use-form.ts';
import { invalidate, useCall } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { Money } from '#kit/ui/display.tsx';
import { EmptyState, ErrorState, FormSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { newRequestId } from '#kit/ui/request-id.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { toast } from '#kit/ui/toast.ts';
import { walletContract } from '../contract.ts';
import classes from './wallet.module.css';
import { WithdrawalBadge } from './wallet-parts.tsx';

const { askDepositReturn, checkDeposit, readWithdrawalChoices, listWithdrawals } = walletContract;

/** Asks for the deposit back; the platform decides in the same queue as withdrawals. */
export default function ReturnDeposit() {
  const t = useText();
  const deposit = useCall(checkDeposit, {});
  const choices = useCall(readWithdrawalChoices, {});
  if (!deposit.data || !choices.data) {
    const error = deposit.error ?? choices.error;
    return error ? <ErrorState error={error} onRetry={() => void deposit.refetch()} /> : <FormSkeleton />;
  }
  const { returning, depositFen, own } = deposit.data;
  if (!own)
    return (
      <EmptyState
        title={t('wallet:deposit.none')}
        hint={t('wallet:deposit.notYours')}
        action={<RecordsLink />}
      />
    );
  if (returning)
    return (
      <EmptyState
        title={t('wallet:deposit.returning')}
        hint={
          <>
            <Money fen={returning.amountFen} /> <WithdrawalBadge state={returning.state} />
          </>
        }
        action={<RecordsLink />}
      />
    );
  if (depositFen === 0)
    return (
      <EmptyState
        title={t('wallet:deposit.none')}
        hint={t('wallet:deposit.noneHint')}
        action={<RecordsLink />}
      />
    );
  return <ReturnForm depositFen={depositFen} choices={choices.data} />;
}

function RecordsLink() {
  const t = useText();
  return (
    <Button component={Link} to="/yj_records" mih={44} variant="default">
      {t('wallet:screen.deposits')}
    </Button>
  );
}

function ReturnForm({
  depositFen,
  choices,
}: {
  depositFen: number;
  choices: OutputOf<typeof readWithdrawalChoices>;
}) {
  const t = useText();
  const navigate = useNavigate();
  const [requestId] = useState(newRequestId);
  const form = useForm({
    schema: askDepositReturn.input,
    initial: { target: 'balance', requestId },
    order: ['target', 'cardId'],
    onSubmit: async (data) => {
      await client.call(askDepositReturn, data);
      await invalidate(checkDeposit, listWithdrawals, walletContract.listDeposits, walletContract.readWallet);
      toast.success(t('wallet:deposit.asked'));
      void navigate('/yj_records', { replace: true });
    },
  });
  const targets = [
    'balance',
    ...(choices.cards.length > 0 ? ['bank'] : []),
    ...(choices.wechat.name ? ['wechat'] : []),
  ];
  return (
    <form
      noValidate
      className={`${classes.column} ${classes.narrow}`}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <section className={classes.card}>
        <Text size="sm" c="dimmed">
          {t('wallet:deposit.held')}
        </Text>
        <div className={classes.amount}>
          <Money fen={depositFen} />
        </div>
        <Text size="sm" c="dimmed" mt="sm">
          {t('wallet:deposit.returnHint')}
        </Text>
      </section>
      <FormFields
        schema={askDepositReturn.input}
        form={form}
        fields={[
          {
            name: 'target',
            label: 'wallet:deposit.returnTo',
            kind: 'choice',
            wide: true,
            options: targets.map((value) => ({ value, label: `wallet:target.${value}` })),
          },
          {
            name: 'cardId',
            label: 'wallet:field.card',
            kind: 'choice',
            wide: true,
            required: true,
            showIf: (values) => values.target === 'bank',
            options: choices.cards.map((card) => ({
              value: card.id,
              label: `${card.label} ${card.holder}`,
              plain: true,
            })),
          },
        ]}
      />
      <StickyActions>
        <Button type="submit" size="md" loading={form.submitting}>
          {t('wallet:deposit.ask')}
        </Button>
      </StickyActions>
    </form>
  );
}
