import { type FormEvent, useState } from 'react';
import { SubmitButton } from '#kit/player/button.tsx';
import { Card } from '#kit/player/card.tsx';
import { CodeText, QrCode } from '#kit/player/code.tsx';
import { Field } from '#kit/player/field.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { toast } from '#kit/ui/toast.ts';

const phonePattern = /^1[3-9]\d{9}$/;
const sampleCode = '402617389045';

export function InputSamples() {
  const t = useText();
  const [name, setName] = useState('');
  const [phone, setPhone] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = !phonePattern.test(phone);
    setError(wrong ? t('kit:validation.phone') : undefined);
    if (!wrong) toast.success(t('kit:action.saved'));
  };
  return (
    <>
      <form onSubmit={submit} noValidate>
        <Card heading={t('gallery:player.form')}>
          <Field
            label={t('gallery:player.name')}
            value={name}
            onChange={setName}
            maxLength={20}
            autoComplete="nickname"
            hint={t('gallery:player.nameHint')}
          />
          <Field
            label={t('gallery:kind.phone')}
            value={phone}
            onChange={setPhone}
            type="tel"
            digits
            maxLength={11}
            autoComplete="tel"
            error={error}
          />
          <SubmitButton>{t('kit:action.save')}</SubmitButton>
        </Card>
      </form>
      <Card heading={t('gallery:player.codes')}>
        <CodeText code={sampleCode} label={t('gallery:player.pickUp')} />
        <QrCode content={sampleCode} label={t('gallery:player.showIt')} />
      </Card>
    </>
  );
}
