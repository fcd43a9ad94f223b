import { Alert, Anchor, Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useAct, useCall } from '#kit/ui/api.ts';
import { appConfigStore } from '#kit/ui/app-config.ts';
import { ConfirmButton } from '#kit/ui/confirm.tsx';
import { Hint, StatusBadge, Time } from '#kit/ui/display.tsx';
import { QrCode } from '#kit/ui/fields/qr-field.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { usePhone } from '#kit/ui/phone.ts';
import { Sheet } from '#kit/ui/sheet.tsx';
import { useStore } from '#kit/ui/store.ts';
import { isInsideWechat } from '#kit/ui/wechat-scan.ts';
import { wechatContract } from '../contract.ts';
import classes from './wechat-link.module.css';

const { readOwnLink, beginLink, unlink } = wechatContract;
type Own = OutputOf<typeof readOwnLink>;
type Begun = OutputOf<typeof beginLink>;

/** The code of a link, to be scanned with WeChat; a demo has no phone, so there it opens by hand too. */
function ScanCode({ begun }: { begun: Begun }) {
  const t = useText();
  const { demo } = useStore(appConfigStore);
  const onPhone = usePhone();
  const address = new URL(begun.path, location.origin).href;
  return (
    <div className={classes.code}>
      <Text>{t('wechat:own.scan')}</Text>
      <QrCode text={address} savable={false} />
      <Text size="sm" c="dimmed" component="div">
        {t('wechat:own.validUntil')} <Time value={begun.expiresAt} pattern="H:M" />
      </Text>
      {onPhone && <Text size="sm">{t('wechat:own.samePhone')}</Text>}
      {demo && (
        <Anchor href={address} target="_blank" rel="noreferrer" size="sm">
          {t('wechat:own.demoOpen')}
        </Anchor>
      )}
    </div>
  );
}

function LinkedState({ own }: { own: Own }) {
  const t = useText();
  if (!own.linkedAt) return <StatusBadge tone="quiet">{t('wechat:own.none')}</StatusBadge>;
  return own.notFollowingSince ? (
    <StatusBadge tone="waiting">{t('wechat:own.notFollowing')}</StatusBadge>
  ) : (
    <StatusBadge tone="good">{t('wechat:own.linked')}</StatusBadge>
  );
}

function Explained({ own }: { own: Own }) {
  const t = useText();
  if (!own.linkedAt) return <Hint mt="xs">{t('wechat:own.noneHint')}</Hint>;
  return (
    <>
      <Text size="sm" c="dimmed" mt="xs" component="div">
        {t('wechat:own.since')} <Time value={own.linkedAt} />
      </Text>
      {own.notFollowingSince && (
        <Alert color="yellow" mt="sm">
          {t('wechat:own.notFollowingHint')}
        </Alert>
      )}
    </>
  );
}

/** The WeChat in which the reader gets messages: whether there is one, and how to link or unlink it. */
export default function WechatLink() {
  const t = useText();
  const { data: own } = useCall(readOwnLink, {});
  /** what was linked when the code was asked for: something else means that the phone has said yes */
  const [begun, setBegun] = useState<Begun & { before: string | null }>();
  const begin = useAct(beginLink, {
    onDone: (made) => {
      if (isInsideWechat()) location.assign(made.path);
      else setBegun({ ...made, before: own?.linkedAt ?? null });
    },
  });
  const end = useAct(unlink, { success: 'wechat:own.unlinked' });
  if (!own?.ready) return null;
  const isDone = begun !== undefined && own.linkedAt !== null && own.linkedAt !== begun.before;
  return (
    <section className={classes.card}>
      <div className={classes.head}>
        <h2>{t('wechat:own.title')}</h2>
        <LinkedState own={own} />
      </div>
      <Explained own={own} />
      <div className={classes.actions}>
        <Button
          variant={own.linkedAt ? 'default' : 'light'}
          loading={begin.isPending}
          onClick={() => begin.mutate({})}
        >
          {t(own.linkedAt ? 'wechat:own.change' : 'wechat:own.link')}
        </Button>
        {own.linkedAt && (
          <ConfirmButton
            danger
            variant="subtle"
            title={t('wechat:own.unlinkTitle')}
            body={t('wechat:own.unlinkBody')}
            confirmLabel={t('wechat:own.unlink')}
            loading={end.isPending}
            onConfirm={() => end.mutate({})}
          >
            {t('wechat:own.unlink')}
          </ConfirmButton>
        )}
      </div>
      <Sheet opened={begun !== undefined} onClose={() => setBegun(undefined)} title={t('wechat:own.title')}>
        {isDone ? (
          <Alert color="green" role="status">
            {t('wechat:own.done')}
          </Alert>
        ) : (
          begun && <ScanCode begun={begun} />
        )}
      </Sheet>
    </section>
  );
}
