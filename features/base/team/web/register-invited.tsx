import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { z } from 'zod';
import {
  codeSender,
  EntryPage,
  FixedValue,
  newPasswordPair,
  repeatMatches,
  ticketFor,
} from '#features/base/accounts/web/public.ts';
import { accountName, phone, smsCode, text } from '#kit/contract/schemas.ts';
import { defineForm } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { KeyValue, Time } from '#kit/ui/display.tsx';
import { EmptyState, FormSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { encryptPassword, logIn } from '#kit/ui/session.ts';
import { teamContract } from '../contract.ts';

const schema = z
  .object({
    merchantName: z.string().optional(),
    roleName: z.string().optional(),
    account: accountName(),
    name: text(30),
    ...newPasswordPair,
    phone: phone().optional(),
    code: smsCode().optional(),
  })
  .refine(repeatMatches.check, repeatMatches.message)
  .refine((values) => !values.phone || values.code, { path: ['code'], error: 'kit:validation.smsCode' });

async function register(token: string, data: z.input<typeof schema>, onUsed: () => void): Promise<void> {
  const { account, name, phone: number, code } = data;
  const password = await encryptPassword(data.password);
  await client.call(teamContract.registerInvited, {
    token,
    account,
    name,
    password,
    phone: number,
    code,
    ...ticketFor(number, 'invite'),
  });
  onUsed();
  await logIn(
    { grant_type: 'password', username: account, password: await encryptPassword(data.password) },
    { remember: true },
  );
}

function InvitedForm({
  token,
  merchantName,
  roleName,
  onUsed,
}: {
  token: string;
  merchantName: string;
  roleName: string;
  onUsed: () => void;
}) {
  const form = defineForm({
    texts: 'team',
    schema,
    initial: { merchantName, roleName },
    fields: [
      { name: 'merchantName', render: FixedValue },
      { name: 'roleName', label: 'team:field.role', render: FixedValue },
      { name: 'name', label: 'team:field.yourName', autoComplete: 'name', wide: true },
      {
        name: 'account',
        hint: 'team:page.accountRule',
        autoComplete: 'username',
        wide: true,
      },
      {
        name: 'password',
        hint: 'team:page.passwordRule',
        strength: true,
        wide: true,
      },
      { name: 'repeat', label: 'team:field.repeatPassword', autoComplete: 'new-password', wide: true },
      { name: 'phone', hint: 'team:page.invited.phoneHint', wide: true },
      {
        name: 'code',
        wide: true,
        required: true,
        showIf: (values) => Boolean(values.phone),
        onSend: codeSender('invite'),
      },
    ],
    submit: (data) => register(token, data, onUsed),
    success: 'team:page.invited.done',
    submitLabel: 'team:page.invited.submit',
    afterwards: '/home',
    guard: false,
  });
  return <FormPage definition={form} />;
}

export default function RegisterInvited() {
  const t = useText();
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const usable = token.length >= 20 && token.length <= 100;
  // One that was used is no longer there; and the next log-in finds nothing of it.
  const [used, setUsed] = useState(false);
  const { data, error } = useCall(
    teamContract.invitationInfo,
    { token },
    { enabled: usable && !used, keepPrevious: true },
  );
  if (!usable || error)
    return (
      <EmptyState
        title={t('team:page.invited.invalid')}
        hint={t('team:page.invited.invalidHint')}
        action={
          <Button component={Link} to="/login" variant="light">
            {t('team:page.backToLogin')}
          </Button>
        }
      />
    );
  return (
    <EntryPage
      title={t('team:screen.registerInvited')}
      lead={data && t('team:page.invited.lead', { merchant: data.merchantName, role: data.roleName })}
    >
      {data ? (
        <>
          <InvitedForm
            token={token}
            merchantName={data.merchantName}
            roleName={data.roleName}
            onUsed={() => setUsed(true)}
          />
          <KeyValue rows={[{ label: t('team:field.expiresAt'), value: <Time value={data.expiresAt} /> }]} />
        </>
      ) : (
        <FormSkeleton fields={6} />
      )}
    </EntryPage>
  );
}
