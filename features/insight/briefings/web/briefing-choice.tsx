import { Button } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { WechatLink } from '#features/base/wechat/web/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { defineForm, loadFrom, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { useAct, useCall } from '#kit/ui/api.ts';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { usePhone } from '#kit/ui/phone.ts';
import { toldAtHour, ways } from '../contract/choices.ts';
import { briefingsContract } from '../contract.ts';
import classes from './briefing-choice.module.css';

const { readChoice, saveChoice, previewBriefing, tryWechat } = briefingsContract;
type Choice = OutputOf<typeof readChoice>;

/** When summaries come, what is in them, and where a text or a WeChat message would go. */
function Explained() {
  const t = useText();
  const { data } = useCall(readChoice, {});
  const sms = data && (data.smsReady ? (data.phone ? 'smsTo' : 'smsNoPhone') : 'smsNotReady');
  return (
    <Hint>
      {t('briefings:choice.explained', { hour: toldAtHour })}
      <br />
      {sms ? t(`briefings:choice.${sms}`, { phone: data.phone }) : '\u00a0'}
      <br />
      {data ? t(`briefings:wechat.${data.wechat}`) : '\u00a0'}
    </Hint>
  );
}

/** WeChat is offered to people who have linked one. */
const formOf = (wechat: Choice['wechat'], footer: ReactNode) =>
  defineForm({
    texts: 'briefings',
    schema: saveChoice.input,
    load: loadFrom(readChoice, {}, ({ periods, ways: chosen }) => ({ periods, ways: chosen })),
    // none of both is a choice too
    fields: [
      { name: 'periods', label: 'briefings:field.periods', required: false, wide: true },
      {
        name: 'ways',
        label: 'briefings:field.ways',
        required: false,
        wide: true,
        options: ways
          .filter((way) => way !== 'wechat' || wechat === 'ready')
          .map((way) => ({ value: way, label: `briefings:way.${way}` })),
      },
    ],
    submit: submitTo(saveChoice),
    success: 'kit:action.saved',
    afterwards: () => {},
    footer,
  });

/** A line does not end between a minus and its amount. */
const unbroken = (text: string) => text.replaceAll('-¥', '-\u2060¥');

function TryWechat() {
  const t = useText();
  const send = useAct(tryWechat, { success: 'briefings:preview.sent' });
  return (
    <Button variant="light" mt="sm" loading={send.isPending} onClick={() => send.mutate({})}>
      {t('briefings:preview.try')}
    </Button>
  );
}

/** What the reader would have been told this morning; who has linked a WeChat may see it arrive there. */
function Preview() {
  const t = useText();
  const { data: choice } = useCall(readChoice, {});
  return (
    <section className={classes.preview}>
      <h2>{t('briefings:preview.title')}</h2>
      <Loaded call={[previewBriefing, {}]} skeleton="block">
        {(preview) =>
          preview ? (
            <>
              <div className={classes.told}>
                <strong>{preview.title}</strong>
                <p>{unbroken(preview.body)}</p>
              </div>
              {choice?.wechat === 'ready' && <TryWechat />}
            </>
          ) : (
            <Hint>{t('briefings:preview.empty')}</Hint>
          )
        }
      </Loaded>
    </section>
  );
}

function Aside() {
  return (
    <div className={classes.aside}>
      <WechatLink />
      <Preview />
    </div>
  );
}

/** On a phone everything stands above the button that saves, which stays at the lower edge. */
function ChoiceForm({ wechat, onPhone }: { wechat: Choice['wechat']; onPhone: boolean }) {
  const form = useMemo(
    () =>
      formOf(
        wechat,
        <>
          <Explained />
          {onPhone && <Aside />}
        </>,
      ),
    [wechat, onPhone],
  );
  return <FormPage definition={form} />;
}

/** /briefing_choice: which summaries of takings somebody gets, and what one looks like. */
export default function BriefingChoice() {
  const onPhone = usePhone();
  return (
    <div className={classes.page}>
      <Loaded call={[readChoice, {}]}>
        {({ wechat }) => <ChoiceForm wechat={wechat} onPhone={onPhone} />}
      </Loaded>
      {!onPhone && <Aside />}
    </div>
  );
}
