import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { fieldAt, meaningOf } from '#kit/contract/meaning.ts';
import { newRequestId } from '#kit/kernel/request-id.ts';
import { FormFields } from '#kit/pages/form-fields.tsx';
import { useForm } from '#kit/pages/use-form.ts';
import { act } from '#kit/ui/api.ts';
import { Hint, Money } from '#kit/ui/display.tsx';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { MeaningView } from '#kit/ui/meaning-view.tsx';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { toast } from '#kit/ui/toast.ts';
import { walletContract } from '../contract.ts';
import { confirmWithdrawal, type Proven, payeeOf } from './confirm-withdrawal.tsx';
import classes from './wallet.module.css';

const { askDepositReturn, checkDeposit, readWithdrawalChoices } = walletContract;

export const returningState = meaningOf(fieldAt(checkDeposit.output, 'returning.state')!);

/** Asks for the deposit back; the platform decides in the same queue as withdrawals. */
export default function ReturnDeposit() {
  return (
    <Loaded call={[checkDeposit, {}]}>
      {(deposit) => (
        <Loaded call={[readWithdrawalChoices, {}]}>
          {(choices) => <DepositState deposit={deposit} choices={choices} />}
        </Loaded>
      )}
    </Loaded>
  );
}

interface DepositStateProps {
  deposit: OutputOf<typeof checkDeposit>;
  choices: OutputOf<typeof readWithdrawalChoices>;
}

function DepositState({ deposit, choices }: DepositStateProps) {
  const t = useText();
  const { returning, depositFen, own } = deposit;
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
            <Money fen={returning.amountFen} />{' '}
            <MeaningView meaning={returningState} row={deposit} path="returning.state" />
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
  return <ReturnForm depositFen={depositFen} choices={choices} />;
}

function RecordsLink() {
  const t = useText();
  return (
    <Button component={Link} to="/yj_records" variant="default">
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
      const send = (proven?: Proven) => act(askDepositReturn, { ...data, ...proven });
      if (data.target === 'balance') await send();
      else if (!(await confirmWithdrawal({ amountFen: depositFen, ...payeeOf(choices, data, t), send })))
        return;
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
        <Hint>{t('wallet:deposit.held')}</Hint>
        <div className={classes.amount}>
          <Money fen={depositFen} />
        </div>
        <Hint mt="sm">{t('wallet:deposit.returnHint')}</Hint>
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
            label: 'wallet:field.cardId',
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
        <Button type="submit" loading={form.submitting}>
          {t('wallet:deposit.ask')}
        </Button>
      </StickyActions>
    </form>
  );
}
