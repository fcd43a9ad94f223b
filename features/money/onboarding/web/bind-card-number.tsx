import { Button, Paper, Stack } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { StickyActions } from '#kit/ui/sticky-actions.tsx';
import { isCardNumber, isCorporateAccount } from '../checks.ts';
import type { AccountType } from '../fields.ts';
import { CardNumberField, digitsOf, useCardBank } from './card-number-field.tsx';
import { pendingCard } from './pending-card.ts';
import { SegmentedAccountType } from './segmented-account-type.tsx';

/** First the number: it is checked and tells the bank before anything else is asked. */
export default function BindCardNumber() {
  const t = useText();
  const navigate = useNavigate();
  const [accountType, setAccountType] = useState<AccountType>('private');
  const [number, setNumber] = useState('');
  const [error, setError] = useState<string | undefined>();
  const { data } = useCardBank(number);
  const next = () => {
    const wrongLength = data?.length && number.length !== data.length;
    if (accountType === 'corporate' ? !isCorporateAccount(number) : !isCardNumber(number) || wrongLength) {
      setError(
        t(accountType === 'corporate' ? 'onboarding:error.accountNumber' : 'onboarding:error.cardNumber'),
      );
      return;
    }
    const bank = accountType === 'private' ? data?.bank : undefined;
    pendingCard.set({ number, accountType, bankCode: bank?.bankCode, bankName: bank?.bankName });
    void navigate('/bind_bank?add=1');
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        next();
      }}
    >
      <Stack maw={560}>
        <Paper withBorder p="md">
          <Stack>
            <Hint>{t('onboarding:card.numberHint')}</Hint>
            <SegmentedAccountType
              value={accountType}
              onChange={(type) => {
                setAccountType(type);
                setError(undefined);
              }}
            />
            <CardNumberField
              name="cardNumber"
              label={t('onboarding:field.cardNumber')}
              description={undefined}
              error={error}
              required
              disabled={false}
              value={number}
              values={{ accountType }}
              onChange={(value) => {
                setError(undefined);
                setNumber(digitsOf((value as { cardNumber?: string }).cardNumber));
              }}
            />
          </Stack>
        </Paper>
        <StickyActions>
          <Button type="submit">{t('kit:page.nextStep')}</Button>
        </StickyActions>
      </Stack>
    </form>
  );
}
