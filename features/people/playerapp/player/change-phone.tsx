import { type SubmitEvent, useState } from 'react';
import { useAnswer, useSend } from '#kit/player/answers.ts';
import { SubmitButton } from '#kit/player/button.tsx';
import { usePhoneCode } from '#kit/player/code-field.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { playerAppContract } from '../contract.ts';
import { payPasswordPattern } from '../rules/pay-password-rules.ts';
import { PasswordField } from './password-field.tsx';
import classes from './player-app.module.css';

const { changePhone, readPayPassword, sendNewPhoneCode } = playerAppContract;

/** The new number, and the code that was sent to it. */
export function ChangePhone({ byPhone, onChanged }: { byPhone: boolean; onChanged: () => void }) {
  const t = useText();
  const { data } = useAnswer(readPayPassword, {});
  const typed = usePhoneCode(sendNewPhoneCode, t('playerapp:phone.number'));
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState(false);
  const { send, busy, refusal } = useSend(changePhone);
  const needsPassword = data?.isSet ?? false;
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const proof = typed.read();
    const untyped = needsPassword && !payPasswordPattern.test(password);
    setWrong(untyped);
    if (!proof || untyped) return;
    if (await send({ ...proof, ...(needsPassword && { password }) })) onChanged();
  };
  return (
    <form className={classes.form} onSubmit={(event) => void save(event)} noValidate>
      <p className={classes.hint}>{t(byPhone ? 'playerapp:phone.hintLogin' : 'playerapp:phone.hint')}</p>
      {typed.fields}
      {needsPassword && (
        <PasswordField
          label={t('playerapp:password.password')}
          value={password}
          onChange={setPassword}
          error={wrong ? t('playerapp:error.sixDigits') : undefined}
        />
      )}
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <SubmitButton busy={busy}>{t('playerapp:password.save')}</SubmitButton>
    </form>
  );
}
