import sentCodes from 'virtual:slots/sentCodes';
import { Anchor, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import {
  codeSender,
  EntryPage,
  newPasswordPair,
  repeatMatches,
  ticketFor,
} from '#features/base/accounts/web/public.ts';
import { phone, smsCode, text } from '#kit/contract/schemas.ts';
import { type CustomFieldProps, defineForm } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import type { Values } from '#kit/pages/form-state.ts';
import { client } from '#kit/ui/client.ts';
import { useText } from '#kit/ui/i18n.ts';
import { encryptPassword, logIn } from '#kit/ui/session.ts';
import { partnersContract } from '../contract.ts';
import { Agreement } from './agreement.tsx';

const schema = z
  .object({
    phone: phone(),
    code: smsCode(),
    name: text(40).optional(),
    ...newPasswordPair,
    inviterPhone: phone().optional(),
    agreed: z.literal(true, { error: 'partners:page.register.mustAgree' }),
  })
  .refine(repeatMatches.check, repeatMatches.message);

function AgreementField({ value, onChange, error, name }: CustomFieldProps) {
  const t = useText();
  const [reading, setReading] = useState(false);
  return (
    <>
      <Checkbox
        data-field={name}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked || undefined)}
        error={error}
        label={t('partners:page.register.agree')}
      />
      <Anchor
        component="button"
        type="button"
        size="sm"
        mt={6}
        ml={32}
        mih={32}
        onClick={() => setReading(true)}
      >
        {t('partners:page.register.read')}
      </Anchor>
      <Agreement opened={reading} onClose={() => setReading(false)} />
    </>
  );
}

/** Registers and logs in at once: the password was typed a second ago. */
async function register(data: z.input<typeof schema>): Promise<void> {
  const password = await encryptPassword(data.password);
  await client.call(partnersContract.registerMerchant, {
    phone: data.phone,
    code: data.code,
    ...ticketFor(data.phone, 'register'),
    password,
    name: data.name,
    inviterPhone: data.inviterPhone,
  });
  await logIn(
    { grant_type: 'password', username: data.phone, password: await encryptPassword(data.password) },
    { remember: true },
  );
}

export default function RegisterMerchant() {
  const t = useText();
  const navigate = useNavigate();
  const [sentTo, setSentTo] = useState<string>();
  const sendCode = async (values: Values) => {
    await codeSender('register')(values);
    setSentTo(String(values.phone).trim());
  };
  const form = defineForm({
    texts: 'partners',
    schema,
    fields: [
      { name: 'phone', hint: 'partners:page.register.phoneHint', wide: true },
      { name: 'code', wide: true, onSend: sendCode },
      {
        name: 'name',
        label: 'partners:field.merchantName',
        hint: 'partners:page.register.nameHint',
        wide: true,
      },
      {
        name: 'password',
        hint: 'partners:page.passwordRule',
        strength: true,
        wide: true,
      },
      { name: 'repeat', label: 'partners:field.repeatPassword', autoComplete: 'new-password', wide: true },
      {
        name: 'inviterPhone',
        hint: 'partners:page.register.inviterHint',
        wide: true,
      },
      {
        name: 'agreed',
        label: 'partners:page.register.agree',
        wide: true,
        render: (props) => <AgreementField {...props} />,
      },
    ],
    header: sentCodes.map(({ feature, filling: SentCode }) => <SentCode key={feature} phone={sentTo} />),
    submit: register,
    success: 'partners:page.register.done',
    submitLabel: 'partners:page.register.submit',
    afterwards: () => void navigate('/home', { replace: true }),
    guard: false,
  });
  return (
    <EntryPage title={t('partners:screen.registerMerchant')} lead={t('partners:page.register.lead')}>
      <FormPage definition={form} />
    </EntryPage>
  );
}
