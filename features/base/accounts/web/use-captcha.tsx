import { useEffect, useState } from 'react';
import { z } from 'zod';
import type { CustomFieldProps } from '#kit/pages/form-definition.ts';
import { CaptchaInput } from './captcha-input.tsx';
import { asksForCaptcha, type Captcha, fetchCaptcha } from './login-calls.ts';

export const captchaShape = { captcha: z.string().optional().meta({ field: 'text' }) };

/** For forms whose call asks for the picture after wrong passwords: nothing of it shows before that. */
export function useCaptcha() {
  const [captcha, setCaptcha] = useState<Captcha | undefined>();
  const renew = async () => setCaptcha(await fetchCaptcha());
  return {
    /** the field, once it is asked for */
    fields: captcha
      ? [
          {
            name: 'captcha' as const,
            label: 'accounts:page.login.captcha',
            required: true,
            wide: true,
            render: (props: CustomFieldProps) => (
              <CaptchaField {...props} captcha={captcha} onRenew={() => void renew().catch(() => {})} />
            ),
          },
        ]
      : [],
    async send<T>(
      code: string | undefined,
      call: (answer: { captchaKey?: string; captchaCode?: string }) => Promise<T>,
    ): Promise<T> {
      try {
        return await call(captcha ? { captchaKey: captcha.key, captchaCode: code } : {});
      } catch (failure) {
        // A picture counts once, so every refusal needs a new one.
        if (captcha || asksForCaptcha(failure)) await renew().catch(() => {});
        throw failure;
      }
    },
  };
}

function CaptchaField({
  captcha,
  value,
  onChange,
  onRenew,
  error,
}: CustomFieldProps & { captcha: Captcha; onRenew: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read in the last picture says nothing of this one
  useEffect(() => onChange(''), [captcha.key]);
  return (
    <CaptchaInput
      captcha={captcha}
      value={String(value ?? '')}
      onChange={onChange}
      onRenew={onRenew}
      error={error}
    />
  );
}
