import { useEffect, useRef, useState } from 'react';
import { CallError } from '#kit/contract/client.ts';
import type { Platform } from '#kit/contract/screen.ts';
import { Button } from '#kit/player/button.tsx';
import { Blank } from '#kit/player/notice.tsx';
import { Page } from '#kit/player/page.tsx';
import { useQuery } from '#kit/player/place.tsx';
import { beginPlayer, currentPlayer } from '#kit/player/session.ts';
import { appOf, goOnWithout, phoneLoginAddress } from '#kit/player/who-plays.ts';
import { failureMessage } from '#kit/ui/failure.ts';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { appletCodeOf, askApp, logInBy, logInByApplet, wayBackOf } from './ask-app.ts';
import { afterLogin, targetOf, withPerson } from './login-address.ts';

interface Trouble {
  /** translation `players:ask.<title>` */
  title: 'refused' | 'snapshot' | 'failed';
  hint: string;
}

const providerOf = (query: URLSearchParams): Platform | undefined => {
  const named = query.get('provider');
  return named === 'wechat' || named === 'alipay' ? named : appOf(navigator.userAgent);
};

const keyOf = (error: unknown) => (error instanceof CallError ? error.key : undefined);

/** Between a scanned code and its page: asks the app around us who is playing, and goes on. */
export default function MiddleStation() {
  const t = useText();
  const query = useQuery();
  const target = targetOf(query);
  const provider = providerOf(query);
  const [trouble, setTrouble] = useState<Trouble>();
  const started = useRef(false);

  const goOn = (to: string) => navigation.go(to, { replace: true });
  const skip = () => {
    goOnWithout();
    goOn(target);
  };

  async function ask(platform: Platform): Promise<void> {
    setTrouble(undefined);
    try {
      await askApp(platform, target);
    } catch (error) {
      // the operator has no account there: the page itself is worth more than who looks at it
      if (keyOf(error) === 'players:error.notConfigured') skip();
      else setTrouble({ title: 'failed', hint: failureMessage(error) });
    }
  }

  async function begin(): Promise<void> {
    const wayBack = wayBackOf(query);
    const appletCode = appletCodeOf(query);
    const logIn = appletCode ? () => logInByApplet(appletCode) : wayBack && (() => logInBy(wayBack));
    if (logIn) {
      try {
        const login = await logIn();
        beginPlayer(login);
        goOn(afterLogin(withPerson(target, login.player), login.player));
      } catch (error) {
        const isSnapshot = keyOf(error) === 'players:error.snapshot';
        setTrouble({ title: isSnapshot ? 'snapshot' : 'failed', hint: failureMessage(error) });
      }
      return;
    }
    const player = currentPlayer();
    if (player) return goOn(afterLogin(withPerson(target, player), player));
    if (!provider) return goOn(phoneLoginAddress(target));
    // back without a code: the person said no
    if (query.has('state')) return setTrouble({ title: 'refused', hint: t('players:ask.refusedHint') });
    await ask(provider);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the address asks for it once
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void begin();
  }, []);

  if (!trouble)
    return (
      <Page centred>
        <Blank title={t('players:ask.asking')} hint={t('players:ask.askingHint')} />
      </Page>
    );
  return (
    <Page
      centred
      foot={
        <>
          {provider && <Button onClick={() => void ask(provider)}>{t('players:ask.again')}</Button>}
          <Button kind="plain" onClick={skip}>
            {t('players:ask.without')}
          </Button>
        </>
      }
    >
      <Blank title={t(`players:ask.${trouble.title}`)} hint={trouble.hint} />
    </Page>
  );
}
