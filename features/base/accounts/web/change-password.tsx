import { z } from 'zod';
import { defineForm } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { act } from '#kit/ui/api.ts';
import { encryptPassword } from '#kit/ui/session.ts';
import { accountsContract } from '../contract.ts';
import { newPasswordPair, repeatMatches } from './password-schemas.ts';
import { captchaShape, useCaptcha } from './use-captcha.tsx';

const schema = z
  .object({ oldPassword: z.string().min(1).meta({ field: 'password' }), ...newPasswordPair, ...captchaShape })
  .refine(repeatMatches.check, repeatMatches.message)
  .refine((values) => values.password !== values.oldPassword, {
    path: ['password'],
    error: 'accounts:page.password.same',
  });

const formWith = ({ fields, send }: ReturnType<typeof useCaptcha>) =>
  defineForm({
    texts: 'accounts',
    schema,
    fields: [
      {
        name: 'oldPassword',
        autoComplete: 'current-password',
        wide: true,
      },
      {
        name: 'password',
        label: 'accounts:field.newPassword',
        hint: 'accounts:page.passwordRule',
        strength: true,
      },
      { name: 'repeat', label: 'accounts:field.repeatPassword', autoComplete: 'new-password' },
      ...fields,
    ],
    submit: (data) =>
      send(data.captcha, async (captcha) =>
        act(accountsContract.changePassword, {
          oldPassword: await encryptPassword(data.oldPassword),
          newPassword: await encryptPassword(data.password),
          ...captcha,
        }),
      ),
    success: 'accounts:page.password.done',
  });

export default function ChangePassword() {
  return <FormPage definition={formWith(useCaptcha())} />;
}
