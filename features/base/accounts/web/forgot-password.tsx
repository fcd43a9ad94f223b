import { z } from 'zod';
import { phone, smsCode } from '#kit/contract/schemas.ts';
import { defineForm } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { client } from '#kit/ui/client.ts';
import { useText } from '#kit/ui/i18n.ts';
import { encryptPassword } from '#kit/ui/session.ts';
import { accountsContract } from '../contract.ts';
import { EntryPage } from './entry-page.tsx';
import { newPasswordPair, repeatMatches } from './password-schemas.ts';
import { codeSender, ticketFor } from './send-code.ts';

const schema = z
  .object({ phone: phone(), code: smsCode(), ...newPasswordPair })
  .refine(repeatMatches.check, repeatMatches.message);

const form = defineForm({
  texts: 'accounts',
  schema,
  fields: [
    { name: 'phone', wide: true },
    { name: 'code', wide: true, onSend: codeSender('reset') },
    {
      name: 'password',
      label: 'accounts:field.newPassword',
      hint: 'accounts:page.passwordRule',
      strength: true,
      wide: true,
    },
    { name: 'repeat', label: 'accounts:field.repeatPassword', autoComplete: 'new-password', wide: true },
  ],
  submit: async (data) =>
    client.call(accountsContract.resetPassword, {
      phone: data.phone,
      code: data.code,
      ...ticketFor(data.phone, 'reset'),
      password: await encryptPassword(data.password),
    }),
  success: 'accounts:page.forgot.done',
  submitLabel: 'accounts:page.forgot.submit',
  afterwards: '/login',
  guard: false,
});

export default function ForgotPassword() {
  const t = useText();
  return (
    <EntryPage title={t('accounts:screen.forgotPassword')} lead={t('accounts:page.forgot.lead')}>
      <FormPage definition={form} />
    </EntryPage>
  );
}
