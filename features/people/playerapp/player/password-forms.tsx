import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { AnyEndpoint, InputOf, OutputOf } from '#kit/contract/endpoint.ts';
import { parseYuan } from '#kit/kernel/money.ts';
import { useSend } from '#kit/player/answers.ts';
import { SubmitButton } from '#kit/player/button.tsx';
import { CodeField, codePattern } from '#kit/player/code-field.tsx';
import { Field } from '#kit/player/field.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { highestFreeCoins, highestFreeFen, playerAppContract } from '../contract.ts';
import { isWeak, payPasswordPattern } from '../rules/pay-password-rules.ts';
import { PasswordField } from './password-field.tsx';
import classes from './player-app.module.css';

const { removePayPassword, resetPayPassword, savePayPasswordLimits, sendPayPasswordCode, setPayPassword } =
  playerAppContract;

export type PayPassword = OutputOf<typeof playerAppContract.readPayPassword>;

interface FormProps {
  standing: PayPassword;
  onSaved: () => void;
}

/** Fields, the refusal below them, and one button; `wishOf` says what to send once everything is typed. */
function PasswordForm<E extends AnyEndpoint>(props: {
  endpoint: E;
  wishOf: () => InputOf<E> | undefined;
  submit: string;
  onSaved: () => void;
  children: ReactNode;
}) {
  const { send, busy, refusal } = useSend(props.endpoint);
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    const wish = props.wishOf();
    if (wish && (await send(wish))) props.onSaved();
  };
  return (
    <form className={classes.form} onSubmit={(event) => void save(event)} noValidate>
      {props.children}
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <SubmitButton busy={busy}>{props.submit}</SubmitButton>
    </form>
  );
}

/** A new password, typed twice. */
function useNewPassword() {
  const t = useText();
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const [wrong, setWrong] = useState<{ first?: string; second?: string }>({});
  const read = (): string | undefined => {
    const found = !payPasswordPattern.test(first)
      ? { first: t('playerapp:error.sixDigits') }
      : isWeak(first)
        ? { first: t('playerapp:error.weakPassword') }
        : first !== second
          ? { second: t('playerapp:password.different') }
          : {};
    setWrong(found);
    return Object.keys(found).length === 0 ? first : undefined;
  };
  const fields = (
    <>
      <PasswordField
        label={t('playerapp:password.new')}
        hint={t('playerapp:password.newHint')}
        value={first}
        onChange={setFirst}
        error={wrong.first}
      />
      <PasswordField
        label={t('playerapp:password.again')}
        value={second}
        onChange={setSecond}
        error={wrong.second}
      />
    </>
  );
  return { read, fields };
}

/** The present password. */
function useOldPassword(label: string) {
  const t = useText();
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState(false);
  const read = (): string | undefined => {
    const fits = payPasswordPattern.test(password);
    setWrong(!fits);
    return fits ? password : undefined;
  };
  const field = (
    <PasswordField
      label={label}
      value={password}
      onChange={setPassword}
      error={wrong ? t('playerapp:error.sixDigits') : undefined}
    />
  );
  return { read, field };
}

export function SetForm({ onSaved }: { onSaved: () => void }) {
  const t = useText();
  const fresh = useNewPassword();
  const wishOf = () => {
    const password = fresh.read();
    return password === undefined ? undefined : { password };
  };
  return (
    <PasswordForm
      endpoint={setPayPassword}
      wishOf={wishOf}
      submit={t('playerapp:password.set')}
      onSaved={onSaved}
    >
      {fresh.fields}
    </PasswordForm>
  );
}

export function ChangeForm({ onSaved }: FormProps) {
  const t = useText();
  const old = useOldPassword(t('playerapp:password.old'));
  const fresh = useNewPassword();
  const wishOf = () => {
    const oldPassword = old.read();
    const password = fresh.read();
    return oldPassword === undefined || password === undefined ? undefined : { oldPassword, password };
  };
  return (
    <PasswordForm
      endpoint={setPayPassword}
      wishOf={wishOf}
      submit={t('playerapp:password.save')}
      onSaved={onSaved}
    >
      {old.field}
      {fresh.fields}
    </PasswordForm>
  );
}

export function ResetForm({ standing, onSaved }: FormProps) {
  const t = useText();
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState(false);
  const fresh = useNewPassword();
  const wishOf = () => {
    const typed = codePattern.test(code);
    setWrong(!typed);
    const password = fresh.read();
    return typed && password !== undefined ? { code, password } : undefined;
  };
  return (
    <PasswordForm
      endpoint={resetPayPassword}
      wishOf={wishOf}
      submit={t('playerapp:password.save')}
      onSaved={onSaved}
    >
      <p className={classes.hint}>{t('playerapp:password.resetHint', { phone: standing.phone ?? '' })}</p>
      <CodeField
        endpoint={sendPayPasswordCode}
        wishOf={() => ({})}
        value={code}
        onChange={setCode}
        error={wrong ? t('kit:validation.smsCode') : undefined}
      />
      {fresh.fields}
    </PasswordForm>
  );
}

export function LimitsForm({ standing, onSaved }: FormProps) {
  const t = useText();
  const [yuan, setYuan] = useState(String(standing.freeFen / 100));
  const [coins, setCoins] = useState(String(standing.freeCoins));
  const [wrong, setWrong] = useState<{ yuan?: boolean; coins?: boolean }>({});
  const old = useOldPassword(t('playerapp:password.password'));
  const wishOf = () => {
    const freeFen = parseYuan(yuan);
    const freeCoins = /^\d{1,6}$/.test(coins) ? Number(coins) : undefined;
    const found = {
      yuan: freeFen === undefined || freeFen < 0 || freeFen > highestFreeFen,
      coins: freeCoins === undefined || freeCoins > highestFreeCoins,
    };
    setWrong(found);
    const password = old.read();
    if (found.yuan || found.coins || password === undefined) return undefined;
    return { password, freeFen: freeFen ?? 0, freeCoins: freeCoins ?? 0 };
  };
  return (
    <PasswordForm
      endpoint={savePayPasswordLimits}
      wishOf={wishOf}
      submit={t('playerapp:password.save')}
      onSaved={onSaved}
    >
      <p className={classes.hint}>{t('playerapp:password.limitsHint')}</p>
      <Field
        label={t('playerapp:password.freeYuan')}
        digits
        maxLength={10}
        value={yuan}
        onChange={setYuan}
        {...(wrong.yuan && { error: t('playerapp:limit.wrong') })}
      />
      <Field
        label={t('playerapp:password.freeCoins')}
        digits
        maxLength={6}
        value={coins}
        onChange={setCoins}
        {...(wrong.coins && { error: t('playerapp:password.wrongCoins') })}
      />
      {old.field}
    </PasswordForm>
  );
}

export function RemoveForm({ onSaved }: FormProps) {
  const t = useText();
  const old = useOldPassword(t('playerapp:password.password'));
  const wishOf = () => {
    const password = old.read();
    return password === undefined ? undefined : { password };
  };
  return (
    <PasswordForm
      endpoint={removePayPassword}
      wishOf={wishOf}
      submit={t('playerapp:password.way.remove')}
      onSaved={onSaved}
    >
      <p className={classes.hint}>{t('playerapp:password.removeHint')}</p>
      {old.field}
    </PasswordForm>
  );
}
