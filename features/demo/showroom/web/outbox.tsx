import '#kit/ui/all-styles.ts';
import { Link } from 'react-router';
import { CallError } from '#kit/contract/client.ts';
import { useCall } from '#kit/ui/api.ts';
import { CopyButton } from '#kit/ui/copy-button.tsx';
import { KeyValue, Time } from '#kit/ui/display.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { type Translate, useText } from '#kit/ui/i18n.ts';
import { type OutboxMessage, showroomContract } from '../contract.ts';
import classes from './outbox.module.css';

const refreshMs = 2_000;

type TextMessage = Extract<OutboxMessage, { way: 'sms' }>;
type WechatMessage = Extract<OutboxMessage, { way: 'wechat' }>;

/** The provider fills its template on the way to the phone; here the sentence is ours. */
function sentenceOf(t: Translate, { signName, params }: TextMessage): string {
  if (params.code) return t('showroom:page.code', { sign: signName, code: params.code });
  return t('showroom:page.other', { sign: signName, text: Object.values(params).join(' ') });
}

function Text({ message }: { message: TextMessage }) {
  const t = useText();
  const text = sentenceOf(t, message);
  return (
    <li className={classes.message}>
      <div className={classes.meta}>
        <span>{t('showroom:page.to', { phone: message.phone })}</span>
        <Time value={message.sentAt} pattern="Y-m-d H:M:S" />
      </div>
      <p className={classes.text}>{text}</p>
      <CopyButton text={message.params.code ?? text}>
        {message.params.code ? t('showroom:page.copyCode') : t('kit:action.copy')}
      </CopyButton>
    </li>
  );
}

/** As WeChat draws a message by template: its title, its fields, and the page behind it. */
function Wechat({ message }: { message: WechatMessage }) {
  const t = useText();
  return (
    <li className={classes.message}>
      <div className={classes.meta}>
        <span>{t('showroom:page.toWechat', { name: message.name })}</span>
        <Time value={message.sentAt} pattern="Y-m-d H:M:S" />
      </div>
      <div className={classes.text}>
        <strong>{message.title}</strong>
        <KeyValue rows={message.lines} />
      </div>
      <a href={message.url}>{t('showroom:page.details')}</a>
    </li>
  );
}

function Messages() {
  const t = useText();
  const { data, error, refetch } = useCall(showroomContract.outbox, {}, { refetchMs: refreshMs });
  if (error instanceof CallError && error.status === 404)
    return <EmptyState title={t('showroom:page.notHere')} hint={t('showroom:page.notHereHint')} />;
  if (error instanceof CallError && error.status === 401)
    return <EmptyState title={t('showroom:page.logIn')} hint={t('showroom:page.logInHint')} />;
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton rows={3} height={96} />
    );
  if (data.length === 0)
    return <EmptyState title={t('showroom:page.empty')} hint={t('showroom:page.emptyHint')} />;
  return (
    <ul className={classes.list} aria-live="polite">
      {data.map((message) =>
        message.way === 'sms' ? (
          <Text key={`${message.id} ${message.phone}`} message={message} />
        ) : (
          <Wechat key={message.id} message={message} />
        ),
      )}
    </ul>
  );
}

/** The phones of the demo, all in one place. */
export default function Outbox() {
  const t = useText();
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{t('showroom:screen.outbox')}</h1>
        <p>{t('showroom:page.lead')}</p>
        <Link to="/login">{t('showroom:page.toLogin')}</Link>
      </header>
      <Messages />
    </div>
  );
}
