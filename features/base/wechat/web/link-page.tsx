import { Hint } from '#kit/ui/display.tsx';
import '#kit/ui/all-styles.ts';
import { Button, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { act, failureMessage, useCall } from '#kit/ui/api.ts';
import { appConfigStore } from '#kit/ui/app-config.ts';
import { client } from '#kit/ui/client.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useSession } from '#kit/ui/session.ts';
import { useStore } from '#kit/ui/store.ts';
import { isInsideWechat } from '#kit/ui/wechat-scan.ts';
import { linkPath, wechatContract } from '../contract.ts';
import classes from './link-page.module.css';
import { begin, takeBegun, tokenOf } from './link-tab.ts';

const { readLink, askWechat, finishLink } = wechatContract;

function Frame({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <div className={classes.page}>
      <h1>{title}</h1>
      {hint && <Text c="dimmed">{hint}</Text>}
      {children}
    </div>
  );
}

/** Asks which account it is about to be before WeChat is asked who it is. */
function Question({ token }: { token: string }) {
  const t = useText();
  const { data, error } = useCall(readLink, { token });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const goOn = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const { nonce } = begin(token);
      const page = `${location.origin}${linkPath}`;
      const { url } = await client.call(askWechat, { token, nonce, url: page });
      location.assign(url);
    } catch (refused) {
      setFailure(failureMessage(refused));
      setBusy(false);
    }
  };
  if (error) return <Frame title={t('wechat:page.failed')} hint={failureMessage(error)} />;
  if (!data) return <Frame title={t('wechat:page.loading')} />;
  return (
    <Frame title={t('wechat:page.question', { name: data.name })}>
      <div className={classes.who}>
        <strong>{data.name}</strong>
        <Text c="dimmed">{data.tenantName}</Text>
      </div>
      <Hint>{t('wechat:page.hint')}</Hint>
      {failure && (
        <Text c="red" role="alert">
          {failure}
        </Text>
      )}
      <Button size="lg" loading={busy} onClick={() => void goOn()}>
        {t('wechat:page.yes')}
      </Button>
    </Frame>
  );
}

type Outcome = { name: string } | { failure: string } | undefined;

/** Back from WeChat with a code: only the tab that asked may use it. */
function Return({ code, state }: { code: string | null; state: string }) {
  const t = useText();
  const isStaff = useSession() !== undefined;
  const [outcome, setOutcome] = useState<Outcome>();
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    // neither stays in the address, where a reload or a copied link would use it again
    history.replaceState(history.state, '', linkPath);
    const begun = takeBegun();
    if (!begun || !code) {
      setOutcome({ failure: t(code ? 'wechat:error.notBegunHere' : 'wechat:page.saidNo') });
      return;
    }
    act(finishLink, { ...begun, code, state }).then(setOutcome, (error: unknown) =>
      setOutcome({ failure: failureMessage(error) }),
    );
  }, [code, state, t]);
  if (!outcome) return <Frame title={t('wechat:page.loading')} />;
  if ('failure' in outcome)
    return <Frame title={t('wechat:page.failed')} hint={`${outcome.failure} ${t('wechat:page.again')}`} />;
  return (
    <Frame title={t('wechat:page.done')} hint={t('wechat:page.doneHint', { name: outcome.name })}>
      <Text c="green" ta="center">
        <Icon name="check" size={48} />
      </Text>
      {isStaff && (
        <Button component={Link} to="/briefing_choice" variant="light">
          {t('wechat:page.toChoice')}
        </Button>
      )}
    </Frame>
  );
}

/** /wechat_link: opened inside WeChat by the code that an account shows. */
export default function LinkPage() {
  const t = useText();
  const { demo } = useStore(appConfigStore);
  // read once: the address is emptied as soon as it has been understood
  const [{ token, code, state }] = useState(() => {
    const query = new URLSearchParams(location.search);
    return { token: tokenOf(location.hash), code: query.get('code'), state: query.get('state') };
  });
  if (state !== null) return <Return code={code} state={state} />;
  if (!token) return <Frame title={t('wechat:page.failed')} hint={t('wechat:page.incomplete')} />;
  if (!isInsideWechat() && !demo)
    return <Frame title={t('wechat:page.openInWechat')} hint={t('wechat:page.openInWechatHint')} />;
  return <Question token={token} />;
}
