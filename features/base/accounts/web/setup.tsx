import { z } from 'zod';
import { accountName, phone, text } from '#kit/contract/schemas.ts';
import { defineForm } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { client } from '#kit/ui/client.ts';
import { useText } from '#kit/ui/i18n.ts';
import { encryptPassword } from '#kit/ui/session.ts';
import { accountsContract } from '../contract.ts';
import { EntryPage } from './entry-page.tsx';
import { newPasswordPair, repeatMatches } from './password-schemas.ts';

const schema = z
  .object({
    setupCode: text(40),
    account: accountName(),
    name: text(30),
    phone: phone().optional(),
    ...newPasswordPair,
  })
  .refine(repeatMatches.check, repeatMatches.message);

const form = defineForm({
  texts: 'accounts',
  schema,
  initial: { account: 'admin' },
  fields: [
    {
      name: 'setupCode',
      hint: 'accounts:page.setup.codeHint',
      autoComplete: 'off',
      wide: true,
    },
    {
      name: 'account',
      hint: 'accounts:page.accountRule',
      autoComplete: 'username',
      wide: true,
    },
    { name: 'name', label: 'accounts:field.yourName', autoComplete: 'name', wide: true },
    { name: 'phone', hint: 'accounts:page.setup.phoneHint', wide: true },
    {
      name: 'password',
      hint: 'accounts:page.passwordRule',
      strength: true,
      wide: true,
    },
    { name: 'repeat', label: 'accounts:field.repeatPassword', autoComplete: 'new-password', wide: true },
  ],
  submit: async ({ repeat: _, ...data }) =>
    client.call(accountsContract.setupAdministrator, {
      ...data,
      password: await encryptPassword(data.password),
    }),
  success: 'accounts:page.setup.done',
  submitLabel: 'accounts:page.setup.submit',
  afterwards: '/login',
  guard: false,
});

export default function Setup() {
  const t = useText();
  return (
    <EntryPage title={t('accounts:screen.setup')} lead={t('accounts:page.setup.lead')} withoutLogin>
      <FormPage definition={form} />
    </EntryPage>
  );
}
