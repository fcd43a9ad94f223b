import { type SubmitEvent, useState } from 'react';
import { accountsContract } from '#features/base/accounts/contract.ts';
import { CallError } from '#kit/contract/client.ts';
import { LinkButton, SubmitButton } from '#kit/player/button.tsx';
import { playerClient } from '#kit/player/client.ts';
import { usePhoneCode } from '#kit/player/code-field.tsx';
import { Field } from '#kit/player/field.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { useQuery } from '#kit/player/place.tsx';
import { beginPlayer } from '#kit/player/session.ts';
import { appConfigStore } from '#kit/ui/app-config.ts';
import { failureMessage } from '#kit/ui/failure.ts';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { useStore } from '#kit/ui/store.ts';
import { playersContract } from '../contract.ts';
import { afterLogin, targetOf } from './login-address.ts';
import classes from './phone-login.module.css';

interface Captcha {
  key: string;
  image: string;
}
type Wrong = Partial<Record<'captcha' | 'form', string>>;

const asksForCaptcha = (error: unknown) =>
  error instanceof CallError && /captcha(Required|Wrong)$/.test(error.key ?? '');

/** In a browser that no platform stands behind: the phone says who it is. */
export default function PhoneLogin() {
  const t = useText();
  const target = targetOf(useQuery());
  const { demo } = useStore(appConfigStore);
  const [typed, setTyped] = useState('');
  const [captcha, setCaptcha] = useState<Captcha>();
  const [wrong, setWrong] = useState<Wrong>({});
  const [busy, setBusy] = useState(false);

  const renewCaptcha = async () => {
    setTyped('');
    setCaptcha(await playerClient.call(accountsContract.captcha, {}).catch(() => undefined));
  };

  const picture = () => captcha && { captchaKey: captcha.key, captchaCode: typed.trim() };
  const said = usePhoneCode(playersContract.sendLoginCode, undefined, {
    besides: () => ({ ...picture() }),
    // a picture counts once
    onSent: () => {
      setCaptcha(undefined);
      setWrong({});
    },
    onRefused: (error) => {
      if (captcha || asksForCaptcha(error)) void renewCaptcha();
    },
  });

  async function logIn(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const proof = said.read();
    if (busy || !proof) return;
    setBusy(true);
    setWrong({});
    try {
      const login = await playerClient.call(playersContract.logInByPhone, { ...proof, ...picture() });
      beginPlayer(login);
      navigation.go(afterLogin(target, login.player), { replace: true });
    } catch (error) {
      setWrong({ [asksForCaptcha(error) ? 'captcha' : 'form']: failureMessage(error) });
      // a picture counts once, so every refusal needs a new one
      if (captcha || asksForCaptcha(error)) await renewCaptcha();
    } finally {
      setBusy(false);
    }
  }

  return (
    <Page bar={<Bar title={t('players:screen.phoneLogin')} />}>
      <Notice>{t('players:phoneLogin.hint')}</Notice>
      <form className={classes.form} onSubmit={(event) => void logIn(event)} noValidate>
        {said.fields}
        {captcha && (
          <Field
            label={t('players:phoneLogin.captcha')}
            maxLength={8}
            value={typed}
            onChange={setTyped}
            error={wrong.captcha}
            aside={
              <button
                type="button"
                className={classes.captcha}
                aria-label={t('players:phoneLogin.newCaptcha')}
                onClick={() => void renewCaptcha()}
              >
                <img src={captcha.image} alt={t('players:phoneLogin.captchaPicture')} />
              </button>
            }
          />
        )}
        {wrong.form && <Notice tone="bad">{wrong.form}</Notice>}
        <SubmitButton busy={busy}>{t('players:phoneLogin.logIn')}</SubmitButton>
      </form>
      {demo && (
        <div className={classes.demo}>
          <LinkButton kind="plain" to="/demo_outbox">
            {t('players:phoneLogin.demoOutbox')}
          </LinkButton>
          <LinkButton kind="plain" to={`/demo_player?to=${encodeURIComponent(target)}`}>
            {t('players:phoneLogin.demoPlayer')}
          </LinkButton>
        </div>
      )}
    </Page>
  );
}
