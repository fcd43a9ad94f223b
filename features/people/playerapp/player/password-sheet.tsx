import { type SubmitEvent, useState } from 'react';
import { useSend } from '#kit/player/answers.ts';
import { Button, SubmitButton } from '#kit/player/button.tsx';
import { Sheet } from '#kit/player/sheet.tsx';
import { showOver } from '#kit/player/show-over.ts';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { playerAppContract } from '../contract.ts';
import { payPasswordPattern } from '../rules/pay-password-rules.ts';
import { passwordPath } from './addresses.ts';
import { PasswordField } from './password-field.tsx';
import classes from './player-app.module.css';

interface Asked {
  /** what is to be paid, in the server's words */
  why: string;
  wishId: string;
}

/** Over whatever page is open; true once the password was right. */
export const showPasswordSheet = async (asked: Asked): Promise<boolean> =>
  (await showOver<boolean>((end) => <PasswordSheet {...asked} onEnd={end} />)) ?? false;

function PasswordSheet({ why, wishId, onEnd }: Asked & { onEnd: (confirmed: boolean) => void }) {
  const t = useText();
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState<string>();
  const { send, busy, refusal } = useSend(playerAppContract.confirmPayment);
  const confirm = async (event: SubmitEvent) => {
    event.preventDefault();
    const typed = payPasswordPattern.test(password);
    setWrong(typed ? undefined : t('playerapp:error.sixDigits'));
    if (!typed) return;
    if (await send({ password, wishId })) onEnd(true);
    else setPassword('');
  };
  return (
    <Sheet open title={t('playerapp:password.type')} onClose={() => onEnd(false)}>
      <form className={classes.form} onSubmit={(event) => void confirm(event)} noValidate>
        <p className={classes.hint}>{why}</p>
        <PasswordField
          label={t('playerapp:password.password')}
          value={password}
          onChange={setPassword}
          error={wrong ?? refusal}
        />
        <SubmitButton busy={busy}>{t('playerapp:password.pay')}</SubmitButton>
        <Button
          kind="plain"
          onClick={() => {
            onEnd(false);
            navigation.go(passwordPath);
          }}
        >
          {t('playerapp:password.forgot')}
        </Button>
      </form>
    </Sheet>
  );
}
