import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { newRequestId } from '#kit/kernel/request-id.ts';
import type { CustomFieldProps } from '#kit/pages/form-definition.ts';
import { FormFields } from '#kit/pages/form-fields.tsx';
import { useForm } from '#kit/pages/use-form.ts';
import { act } from '#kit/ui/api.ts';
import { Hint, Money } from '#kit/ui/display.tsx';
import { MoneyField } from '#kit/ui/fields/text-fields.tsx';
import { HeroFigure } from '#kit/ui/figures.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { toast } from '#kit/ui/toast.ts';
import { walletContract } from '../contract.ts';
import { staysBehind } from '../rules/consequence-rules.ts';
import { confirmWithdrawal, payeeOf } from './confirm-withdrawal.tsx';
import { Quote } from './quote.tsx';
import { TargetField, type TargetValue } from './target-field.tsx';
import { useWechatBinding } from './use-wechat-binding.ts';
import classes from './wallet.module.css';
import { useWalletChoice } from './wallet-parts.tsx';

const { askWithdrawal, readWithdrawalChoices, readConfig } = walletContract;
type Choices = OutputOf<typeof readWithdrawalChoices>;
type Config = OutputOf<typeof readConfig>;

/** Amount, where to, what it costs; the money is frozen until the platform has decided. */
export default function WithdrawScreen() {
  const [query] = useSearchParams();
  const walletId = query.get('walletId') ?? undefined;
  const binding = useWechatBinding();
  return (
    <Loaded call={[readConfig, {}]}>
      {(config) => (
        <Loaded call={[readWithdrawalChoices, { walletId }]}>
          {(choices) => (
            <WithdrawForm
              key={choices.walletId}
              choices={choices}
              config={config}
              onBind={() => void binding.start(choices.walletId)}
              binding={binding.binding}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

const wishSchema = askWithdrawal.input.omit({ password: true, captchaKey: true, captchaCode: true });

interface WithdrawFormProps {
  choices: Choices;
  config: Config;
  onBind: () => void;
  binding: boolean;
}

function useWithdrawForm(choices: Choices) {
  const t = useText();
  const navigate = useNavigate();
  const [requestId] = useState(newRequestId);
  return useForm({
    schema: wishSchema,
    initial: {
      walletId: choices.walletId,
      requestId,
      target: choices.cards.length > 0 ? 'bank' : 'wechat',
      cardId: choices.cards[0]?.id,
    },
    order: ['amountFen', 'target'],
    onSubmit: async (data) => {
      const sent = await confirmWithdrawal({
        amountFen: data.amountFen,
        quoted: data.target,
        ...payeeOf(choices, data, t),
        send: (proven) => act(askWithdrawal, { ...data, ...proven }),
      });
      if (!sent) return;
      toast.success(t('wallet:withdraw.done'));
      void navigate('/withdrawal_records', { replace: true });
    },
  });
}

function WithdrawForm({ choices, config, onBind, binding }: WithdrawFormProps) {
  const t = useText();
  const form = useWithdrawForm(choices);
  const amountFen = typeof form.values.amountFen === 'number' ? form.values.amountFen : undefined;
  const target: TargetValue = {
    target: form.values.target as TargetValue['target'],
    cardId: form.values.cardId as string | undefined,
  };
  return (
    <form
      noValidate
      className={classes.page}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <div className={classes.column}>
        <Available choices={choices} />
        <FormFields
          schema={wishSchema}
          form={form}
          fields={[
            {
              name: 'amountFen',
              label: 'wallet:field.withdrawAmount',
              wide: true,
              comesTo: (values) => staysBehind(choices.availableFen, values.amountFen),
              render: (field) => <AmountField {...field} choices={choices} />,
            },
            {
              name: 'target',
              label: 'wallet:field.target',
              wide: true,
              render: (field) => (
                <TargetField
                  label={field.label}
                  error={field.error}
                  choices={choices}
                  value={target}
                  onChange={(next) => form.setAll({ target: next.target, cardId: next.cardId })}
                  onBind={onBind}
                  binding={binding}
                />
              ),
            },
          ]}
        />
      </div>
      <div className={classes.column}>
        <Quote amountFen={amountFen} target={target.target} />
        <Rules config={config} choices={choices} />
        <StickyActions>
          <Button
            type="submit"
            loading={form.submitting}
            disabled={choices.availableFen <= 0 || choices.leftCount === 0}
          >
            {t('wallet:withdraw.submit')}
          </Button>
        </StickyActions>
      </div>
    </form>
  );
}

function AmountField({ choices, ...field }: CustomFieldProps & { choices: Choices }) {
  const t = useText();
  const mostFen = Math.min(choices.availableFen, choices.leftFen, choices.freeFen);
  return (
    <div>
      <MoneyField
        name={field.name}
        label={field.label}
        value={field.value as number | undefined}
        onChange={field.onChange}
        error={field.error}
        required={field.required}
        description={field.description}
      />
      <Group gap="xs" mt="xs">
        <Button variant="default" disabled={mostFen <= 0} onClick={() => field.onChange(mostFen)}>
          {t('wallet:withdraw.all')}
        </Button>
        <Hint>
          {t('wallet:withdraw.left', { count: choices.leftCount, amount: formatFen(choices.leftFen) })}
        </Hint>
      </Group>
    </div>
  );
}

function Available({ choices }: { choices: Choices }) {
  const t = useText();
  const { chooser } = useWalletChoice();
  return (
    <section className={classes.card}>
      {chooser ?? <Text size="sm">{choices.walletName}</Text>}
      <Hint mt="sm">{t('wallet:page.withdrawable')}</Hint>
      <HeroFigure>
        <Money fen={choices.availableFen} />
      </HeroFigure>
    </section>
  );
}

function Rules({ config, choices }: { config: Config; choices: Choices }) {
  const t = useText();
  return (
    <section className={classes.card}>
      <Stack gap={6}>
        <Hint>
          {t('wallet:withdraw.rules', {
            minimum: formatFen(config.minimumFen),
            count: config.dailyCount,
            daily: formatFen(config.dailyFen),
            wechat: formatFen(config.wechatMaximumFen),
          })}
        </Hint>
        {choices.heldFen > 0 && (
          <Text size="sm">
            {t('wallet:withdraw.held', {
              amount: formatFen(choices.heldFen),
              days: config.topupHoldDays,
            })}
          </Text>
        )}
        {choices.verifiedName === null && (
          <Text size="sm">
            {t('wallet:withdraw.verify', { amount: formatFen(config.verifiedAboveFen) })}{' '}
            <Link to="/authentication">{t('wallet:withdraw.toVerify')}</Link>
          </Text>
        )}
      </Stack>
    </section>
  );
}
