import { Button, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { openSheet } from '#kit/pages/open-form.ts';
import { translate, useText } from '#kit/ui/i18n.ts';
import { CaptchaInput } from './captcha-input.tsx';
import { type Captcha, fetchCaptcha } from './login-calls.ts';

interface Read {
  captchaKey: string;
  captchaCode: string;
}

/** A picture in a sheet; undefined when the person thinks better of it. */
export async function askCaptcha(why: string): Promise<Read | undefined> {
  const first = await fetchCaptcha();
  const answer = await openSheet({
    title: translate('accounts:page.login.captcha'),
    content: (close) => <CaptchaForm first={first} why={why} onRead={close} />,
  });
  return answer as Read | undefined;
}

function CaptchaForm({ first, why, onRead }: { first: Captcha; why: string; onRead: (read: Read) => void }) {
  const t = useText();
  const [captcha, setCaptcha] = useState(first);
  const [code, setCode] = useState('');
  const renew = async () => {
    setCode('');
    setCaptcha(await fetchCaptcha());
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim()) onRead({ captchaKey: captcha.key, captchaCode: code.trim() });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">{why}</Text>
        <CaptchaInput
          captcha={captcha}
          value={code}
          onChange={setCode}
          onRenew={() => void renew().catch(() => {})}
        />
        <Button type="submit" disabled={!code.trim()}>
          {t('kit:ui.sendCode')}
        </Button>
      </Stack>
    </form>
  );
}
