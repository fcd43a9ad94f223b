import { z } from 'zod';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { phone, smsCode } from '#kit/contract/schemas.ts';
import { type WizardDefinition, WizardPage, wizardStep } from '#kit/pages/wizard-page.tsx';
import { act } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { navigation } from '#kit/ui/navigation.ts';
import { encryptPassword } from '#kit/ui/session.ts';
import { accountsContract } from '../contract.ts';
import { FixedValue } from './fixed-value.tsx';
import { codeSender, sendCode } from './send-code.ts';
import { captchaShape, useCaptcha } from './use-captcha.tsx';

type Profile = OutputOf<typeof accountsContract.info>;
type WithCaptcha = ReturnType<typeof useCaptcha>;

/** Who has a phone proves it with a code; who has none yet, with the password. */
const oldPhoneStep = (oldPhone: string) =>
  wizardStep({
    key: 'old',
    title: 'accounts:page.phone.oldStep',
    hint: 'accounts:page.phone.oldHint',
    schema: z.object({ oldPhone: z.string().optional(), oldCode: smsCode() }),
    fields: [
      { name: 'oldPhone', label: 'accounts:field.oldPhone', render: FixedValue },
      { name: 'oldCode', label: 'accounts:field.code', onSend: () => sendCode(oldPhone, 'phone') },
    ],
    check: (values) =>
      client.call(accountsContract.verifyCode, {
        phone: oldPhone,
        code: String(values.oldCode),
        type: 'phone',
      }),
  });

const passwordStep = wizardStep({
  key: 'password',
  title: 'accounts:page.phone.passwordStep',
  hint: 'accounts:page.phone.passwordHint',
  schema: z.object({ password: z.string().min(1).meta({ field: 'password' }) }),
  fields: [{ name: 'password', label: 'accounts:field.password', autoComplete: 'current-password' }],
});

const newPhoneStep = ({ fields }: WithCaptcha) =>
  wizardStep({
    key: 'new',
    title: 'accounts:page.phone.newStep',
    hint: 'accounts:page.phone.newHint',
    schema: z.object({ phone: phone(), code: smsCode(), ...captchaShape }),
    fields: [
      { name: 'phone', label: 'accounts:field.newPhone' },
      { name: 'code', label: 'accounts:field.code', onSend: codeSender('phone') },
      ...fields,
    ],
  });

function wizardFor(profile: Profile, captcha: WithCaptcha): WizardDefinition {
  return {
    id: 'change-phone',
    steps: [profile.phone ? oldPhoneStep(profile.phone) : passwordStep, newPhoneStep(captcha)],
    initial: { oldPhone: profile.phone },
    submit: (values) =>
      captcha.send(values.captcha as string | undefined, async (answer) =>
        act(accountsContract.changePhone, {
          phone: String(values.phone),
          code: String(values.code),
          ...(profile.phone
            ? { oldCode: String(values.oldCode) }
            : { password: await encryptPassword(String(values.password)), ...answer }),
        }),
      ),
    submitLabel: 'accounts:page.phone.submit',
    success: 'accounts:page.phone.done',
    afterwards: () => navigation.back(),
  };
}

export default function ChangePhone() {
  const captcha = useCaptcha();
  return (
    <Loaded call={[accountsContract.info, {}]}>
      {(profile) => <WizardPage definition={wizardFor(profile, captcha)} />}
    </Loaded>
  );
}
