import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Button, SubmitButton } from '#kit/player/button.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { Sheet } from '#kit/player/sheet.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { payPasswordPattern } from '../rules/pay-password-rules.ts';
import { PasswordField } from './password-field.tsx';
import classes from './player-app.module.css';

/** Not every network lets sockets through, and somebody stands at the counter. */
export const counterAskEveryMs = 4000;

interface Sending<I> {
  send(input: I): Promise<unknown>;
  busy: boolean;
  refusal: string | undefined;
}

interface CounterAskProps {
  wish: { id: string; needsPassword: boolean };
  words: { title: string; yes: string; no: string };
  agreeing: Sending<{ id: string; password?: string }>;
  refusing: Sending<{ id: string }>;
  onEnd: () => Promise<void>;
  /** what is asked for */
  children: ReactNode;
}

/** The counter wants something of the player's: it is agreed to, with the password where one is needed, or refused. */
export function CounterAsk({ wish, words, agreeing, refusing, onEnd, children }: CounterAskProps) {
  const t = useText();
  const [password, setPassword] = useState('');
  const [untyped, setUntyped] = useState(false);
  const { id, needsPassword } = wish;
  const refuse = () => void refusing.send({ id }).then(onEnd);
  const agree = async (event: SubmitEvent) => {
    event.preventDefault();
    const missing = needsPassword && !payPasswordPattern.test(password);
    setUntyped(missing);
    if (missing) return;
    const done = await agreeing.send({ id, ...(needsPassword && { password }) });
    if (!done) setPassword('');
    await onEnd();
  };
  const refusal = agreeing.refusal ?? refusing.refusal;
  return (
    <Sheet open title={words.title} onClose={refuse}>
      <form className={classes.form} onSubmit={(event) => void agree(event)} noValidate>
        {children}
        {needsPassword && (
          <PasswordField
            label={t('playerapp:password.password')}
            value={password}
            onChange={setPassword}
            error={untyped ? t('playerapp:error.sixDigits') : undefined}
          />
        )}
        {refusal && <Notice tone="bad">{refusal}</Notice>}
        <SubmitButton busy={agreeing.busy}>{words.yes}</SubmitButton>
        <Button kind="plain" busy={refusing.busy} onClick={refuse}>
          {words.no}
        </Button>
      </form>
    </Sheet>
  );
}
