import { Button, Checkbox, PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { failureMessage } from '#kit/ui/api.ts';
import { appConfigStore } from '#kit/ui/app-config.ts';
import { CodeField } from '#kit/ui/fields/code-field.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { encryptPassword, logIn } from '#kit/ui/session.ts';
import { useStore } from '#kit/ui/store.ts';
import { CaptchaInput } from './captcha-input.tsx';
import { demoPassword } from './demo-accounts.ts';
import classes from './login.module.css';
import { asksForCaptcha, type Captcha, fetchCaptcha, sendLoginCode } from './login-calls.ts';
import { DemoChips, Pitch } from './login-parts.tsx';

type Way = 'password' | 'sms';

interface Fields {
  username: string;
  password: string;
  phone: string;
  code: string;
  codeTicket: string;
  captchaCode: string;
}

const blank: Fields = { username: '', password: '', phone: '', code: '', codeTicket: '', captchaCode: '' };

/** What is missing before it is worth asking the server. */
function missingKey(way: Way, fields: Fields, captcha: Captcha | undefined): string | undefined {
  if (way === 'sms') {
    if (!fields.phone) return 'accounts:page.login.needPhone';
    return fields.code ? undefined : 'accounts:page.login.needCode';
  }
  if (!fields.username) return 'accounts:page.login.needAccount';
  if (!fields.password) return 'accounts:page.login.needPassword';
  return captcha && !fields.captchaCode ? 'accounts:page.login.needCaptcha' : undefined;
}

async function grantOf(
  way: Way,
  fields: Fields,
  captcha: Captcha | undefined,
): Promise<Record<string, string>> {
  if (way === 'sms') {
    const { phone, code, codeTicket } = fields;
    return { grant_type: 'sms', phone: phone.trim(), code, ...(codeTicket && { codeTicket }) };
  }
  return {
    grant_type: captcha ? 'captcha' : 'password',
    username: fields.username.trim(),
    password: await encryptPassword(fields.password),
  };
}

/** Logging in; the router sees the new session and goes on to where the person wanted to be. */
function useLogin() {
  const t = useText();
  const [way, setWay] = useState<Way>('password');
  const [fields, setFields] = useState(blank);
  const [remember, setRemember] = useState(true);
  const [captcha, setCaptcha] = useState<Captcha | undefined>();
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);

  const renewCaptcha = async () => {
    setFields((before) => ({ ...before, captchaCode: '' }));
    setCaptcha(await fetchCaptcha());
  };
  const sendCode = async () => {
    setError('');
    try {
      if (!fields.phone) throw new Error('phone');
      const read = captcha && { key: captcha.key, code: fields.captchaCode };
      const codeTicket = await sendLoginCode(fields.phone.trim(), read);
      setFields((before) => ({ ...before, codeTicket, captchaCode: '' }));
      // a picture counts once
      setCaptcha(undefined);
    } catch (failure) {
      setError(fields.phone ? failureMessage(failure) : t('accounts:page.login.needPhone'));
      if (captcha || asksForCaptcha(failure)) await renewCaptcha().catch(() => {});
      throw failure;
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = missingKey(way, fields, captcha);
    if (missing) return setError(t(missing));
    setError('');
    setBusy(true);
    try {
      const solved =
        way === 'password' && captcha ? { key: captcha.key, code: fields.captchaCode } : undefined;
      await logIn(await grantOf(way, fields, captcha), { remember, captcha: solved });
    } catch (failure) {
      setError(failureMessage(failure));
      // A captcha counts once, so every refusal needs a new one.
      if (way === 'password' && (captcha || asksForCaptcha(failure))) await renewCaptcha().catch(() => {});
      setBusy(false);
    }
  };
  return {
    way,
    setWay: (next: Way) => {
      setWay(next);
      setError('');
    },
    fields,
    set: (change: Partial<Fields>) => setFields((before) => ({ ...before, ...change })),
    remember,
    setRemember,
    captcha,
    renewCaptcha,
    sendCode,
    submit,
    error,
    busy,
  };
}

type Login = ReturnType<typeof useLogin>;

function PasswordFields({ login }: { login: Login }) {
  const t = useText();
  const { fields, set } = login;
  return (
    <>
      <TextInput
        size="md"
        label={t('accounts:page.login.accountOrPhone')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={fields.username}
        onChange={(event) => set({ username: event.currentTarget.value })}
      />
      <PasswordInput
        size="md"
        label={t('accounts:field.password')}
        name="password"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('kit:ui.showPassword') }}
        value={fields.password}
        onChange={(event) => set({ password: event.currentTarget.value })}
      />
      <PictureField login={login} />
    </>
  );
}

/** After wrong passwords, and where many codes were asked for. */
function PictureField({ login: { captcha, fields, set, renewCaptcha } }: { login: Login }) {
  return (
    captcha && (
      <CaptchaInput
        size="md"
        captcha={captcha}
        value={fields.captchaCode}
        onChange={(captchaCode) => set({ captchaCode })}
        onRenew={() => void renewCaptcha().catch(() => {})}
      />
    )
  );
}

function CodeFields({ login }: { login: Login }) {
  const t = useText();
  const { fields, set } = login;
  return (
    <>
      <TextInput
        size="md"
        type="tel"
        inputMode="tel"
        label={t('accounts:field.phone')}
        name="phone"
        autoComplete="tel-national"
        maxLength={11}
        value={fields.phone}
        onChange={(event) => set({ phone: event.currentTarget.value.replace(/\D/g, '') })}
      />
      <CodeField
        name="code"
        label={t('accounts:field.code')}
        value={fields.code}
        onChange={(code) => set({ code: code ?? '' })}
        onSend={login.sendCode}
      />
      <PictureField login={login} />
    </>
  );
}

export default function LoginPage() {
  const t = useText();
  const login = useLogin();
  const { demo } = useStore(appConfigStore);
  const button = useRef<HTMLButtonElement>(null);
  const ways = [
    { value: 'password', label: t('accounts:page.login.byPassword') },
    { value: 'sms', label: t('accounts:page.login.byCode') },
  ];
  return (
    <div className={classes.page}>
      <Pitch />
      <section className={classes.card}>
        <h1>{t('accounts:screen.login')}</h1>
        <SegmentedControl
          fullWidth
          size="md"
          data={ways}
          value={login.way}
          onChange={(way) => login.setWay(way as Way)}
          aria-label={t('accounts:page.login.way')}
        />
        <form className={classes.fields} noValidate onSubmit={(event) => void login.submit(event)}>
          {login.way === 'password' ? <PasswordFields login={login} /> : <CodeFields login={login} />}
          {login.error && (
            <p className={classes.error} role="alert">
              {login.error}
            </p>
          )}
          <div className={classes.row}>
            <Checkbox
              label={t('accounts:page.login.remember')}
              checked={login.remember}
              onChange={(event) => login.setRemember(event.currentTarget.checked)}
            />
            <Link to="/forgetpass">{t('accounts:page.login.forgot')}</Link>
          </div>
          <Button ref={button} type="submit" size="md" fullWidth loading={login.busy}>
            {t('accounts:page.login.submit')}
          </Button>
        </form>
        <div className={classes.links}>
          <Link to="/user_register">{t('accounts:page.login.register')}</Link>
        </div>
        {demo && (
          <DemoChips
            chosen={login.fields.username}
            onChoose={(username) => {
              login.setWay('password');
              login.set({ username, password: demoPassword });
              button.current?.focus();
            }}
          />
        )}
      </section>
    </div>
  );
}
