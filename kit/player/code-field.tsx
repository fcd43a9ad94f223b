import { type ReactNode, useCallback, useState } from 'react';
import type { AnyEndpoint, InputOf } from '#kit/contract/endpoint.ts';
import { useText } from '#kit/ui/i18n.ts';
import { useSend } from './answers.ts';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { Notice } from './notice.tsx';
import { useCountdown } from './use-countdown.ts';

const phonePattern = /^1[3-9]\d{9}$/;
export const codePattern = /^\d{6}$/;

interface Sent {
  waitSeconds: number;
  codeTicket?: string;
}

/** A code from an SMS, and the button that has it sent. */
export function CodeField<E extends AnyEndpoint>(props: {
  /** answers after how many seconds another code may be asked for, and who asked */
  endpoint: E;
  /** undefined: something that is needed first is not typed yet */
  wishOf: () => InputOf<E> | undefined;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  onSent?: (answer: Sent) => void;
  onRefused?: ((error: unknown) => void) | undefined;
}) {
  const t = useText();
  const wait = useCountdown();
  const [sent, setSent] = useState(false);
  const { onRefused } = props;
  const watch = useCallback(
    async (error: unknown) => {
      onRefused?.(error);
      return undefined;
    },
    [onRefused],
  );
  const { send, busy, refusal } = useSend(props.endpoint, { remedy: watch });
  const ask = async () => {
    const wish = props.wishOf();
    const answer = wish && ((await send(wish)) as Sent | undefined);
    if (!answer) return;
    props.onSent?.(answer);
    setSent(true);
    wait.start(answer.waitSeconds);
  };
  return (
    <>
      <Field
        label={t('kit:player.sms.code')}
        digits
        maxLength={6}
        autoComplete="one-time-code"
        value={props.value}
        onChange={props.onChange}
        {...(props.error && { error: props.error })}
        {...(sent && { hint: t('kit:player.sms.sent') })}
        aside={
          <Button kind="plain" onClick={() => void ask()} disabled={wait.left > 0} busy={busy}>
            {wait.left > 0 ? t('kit:player.sms.wait', { seconds: wait.left }) : t('kit:player.sms.send')}
          </Button>
        }
      />
      {refusal && <Notice tone="bad">{refusal}</Notice>}
    </>
  );
}

interface PhoneProof {
  phone: string;
  code: string;
  /** shows that the code was asked for here */
  codeTicket?: string;
}

/**
 * A phone and the code that was sent to it: `fields` to type them in, `read` for what was typed; undefined, and said at the
 * field, where it is not whole.
 */
export function usePhoneCode(
  endpoint: AnyEndpoint,
  label?: string,
  more: {
    /** sent together with the phone: what was read in a picture */
    besides?: () => object;
    onSent?: () => void;
    onRefused?: (error: unknown) => void;
  } = {},
): { fields: ReactNode; read: () => PhoneProof | undefined } {
  const t = useText();
  const [phone, setPhone] = useState('');
  const [code, setCode] = useState('');
  const [ticket, setTicket] = useState<string>();
  const [wrong, setWrong] = useState({ phone: false, code: false });
  const check = (withCode: boolean) => {
    const found = { phone: !phonePattern.test(phone), code: withCode && !codePattern.test(code) };
    setWrong(found);
    return !found.phone && !found.code;
  };
  return {
    read: () => (check(true) ? { phone, code, ...(ticket && { codeTicket: ticket }) } : undefined),
    fields: (
      <>
        <Field
          label={label ?? t('kit:player.sms.phone')}
          type="tel"
          digits
          maxLength={11}
          autoComplete="tel-national"
          value={phone}
          onChange={setPhone}
          {...(wrong.phone && { error: t('kit:validation.phone') })}
        />
        <CodeField
          endpoint={endpoint}
          wishOf={() => (check(false) ? { phone, ...more.besides?.() } : undefined)}
          onSent={({ codeTicket }) => {
            setTicket(codeTicket);
            more.onSent?.();
          }}
          onRefused={more.onRefused}
          value={code}
          onChange={setCode}
          {...(wrong.code && { error: t('kit:validation.smsCode') })}
        />
      </>
    ),
  };
}
