import { Paper, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { accountsContract } from '#features/base/accounts/contract.ts';
import { sendCode } from '#features/base/accounts/web/public.ts';
import { defineForm } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { act } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { Hint } from '#kit/ui/display.tsx';
import { translate, useText } from '#kit/ui/i18n.ts';
import { encryptPassword } from '#kit/ui/session.ts';
import { toast } from '#kit/ui/toast.ts';
import { onboardingContract } from '../contract.ts';
import { BranchField } from './branch-field.tsx';
import { bankSource } from './business-steps.tsx';
import { inGroups } from './card-number-field.tsx';
import { type PendingCard, pendingCard } from './pending-card.ts';

const schema = onboardingContract.bindCard.input
  .pick({ holderName: true, bankCode: true, branchName: true, isDefault: true, password: true, code: true })
  .extend({ bankRegionCode: onboardingContract.bindCard.input.shape.bankRegionCode.unwrap() });

/** To the phone of the person who binds the card; the server tells a person without one. */
async function sendCardCode(): Promise<void> {
  const { phone } = await client.call(accountsContract.info, {});
  if (!phone) {
    toast.failure(translate('onboarding:card.phoneFirst'));
    throw new Error('no phone number to send a code to');
  }
  await sendCode(phone, 'card');
}

/** Whose card it is and where it is kept; the number came from the page before. */
export function BindCardForm({
  pending,
  verifiedName,
  verifiedCompany,
}: {
  pending: PendingCard;
  verifiedName: string | null;
  verifiedCompany: string | null;
}) {
  const t = useText();
  const navigate = useNavigate();
  const verified = pending.accountType === 'corporate' ? verifiedCompany : verifiedName;
  const definition = useMemo(
    () =>
      defineForm({
        schema,
        initial: { holderName: verified ?? undefined, bankCode: pending.bankCode, isDefault: false },
        fields: [
          {
            name: 'holderName',
            label: 'onboarding:field.holderName',
            hint: verified ? 'onboarding:hint.holderVerified' : 'onboarding:error.noCompany',
            disabled: true,
          },
          {
            name: 'bankCode',
            label: 'onboarding:field.bank',
            kind: 'reference',
            source: bankSource(
              pending.bankCode ? { bankCode: pending.bankCode, bankName: pending.bankName ?? '' } : undefined,
            ),
          },
          { name: 'bankRegionCode', label: 'onboarding:field.bankRegion' },
          {
            name: 'branchName',
            label: 'onboarding:field.branch',
            hint: 'onboarding:hint.branch',
            wide: true,
            render: (props) => <BranchField {...props} />,
          },
          { name: 'isDefault', label: 'onboarding:field.isDefault', hint: 'onboarding:hint.isDefault' },
          {
            name: 'password',
            label: 'onboarding:field.password',
            section: 'onboarding:section.proof',
            autoComplete: 'current-password',
          },
          {
            name: 'code',
            label: 'onboarding:field.code',
            hint: 'onboarding:hint.code',
            section: 'onboarding:section.proof',
            onSend: sendCardCode,
          },
        ],
        submit: async (data) =>
          act(onboardingContract.bindCard, {
            ...data,
            password: await encryptPassword(data.password),
            accountType: pending.accountType,
            cardNumber: pending.number,
          }),
        success: 'onboarding:card.bound',
        submitLabel: 'onboarding:card.bind',
        afterwards: () => {
          pendingCard.set(undefined);
          void navigate('/bind_bank', { replace: true });
        },
        header: (
          <Paper withBorder p="md">
            <Hint>{t(`onboarding:accountType.${pending.accountType}`)}</Hint>
            <Text ff="monospace" fw={600}>
              {inGroups(pending.number)}
            </Text>
          </Paper>
        ),
      }),
    [pending, verified, navigate, t],
  );
  return <FormPage definition={definition} />;
}
