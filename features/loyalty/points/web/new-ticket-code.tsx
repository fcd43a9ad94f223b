import { Button, Stack, Text } from '@mantine/core';
import { siteSource } from '#features/base/sites/web/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import type { Action } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { openSheet } from '#kit/pages/open-form.ts';
import { CopyButton } from '#kit/ui/copy-button.tsx';
import { Time } from '#kit/ui/display.tsx';
import { QrCode } from '#kit/ui/fields/qr-field.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { pointsContract } from '../contract.ts';
import classes from './points.module.css';

const { createTicketCode } = pointsContract;
type MadeCode = OutputOf<typeof createTicketCode>;

const form = formAction({
  endpoint: createTicketCode,
  initial: { hours: 24 },
  fields: [
    { name: 'fieldId', label: 'kit:thing.siteLabel', kind: 'reference', source: siteSource() },
    { name: 'tickets', hint: 'points:hint.tickets' },
    { name: 'hours', hint: 'points:hint.hours' },
    { name: 'reason', hint: 'points:hint.reason' },
  ],
  success: 'points:page.codeMade',
  done: (made) =>
    void openSheet({ title: <Title />, content: (close) => <Ready made={made} onDone={() => close()} /> }),
});

/** A code for tickets, shown once. */
export const newTicketCode: Action<undefined> = {
  label: 'points:action.newTicketCode',
  icon: 'qrcode',
  form,
};

const Title = () => useText()('points:page.codeReady');

/** The server keeps only its hash: who closes it makes another one. */
function Ready({ made, onDone }: { made: MadeCode; onDone: () => void }) {
  const t = useText();
  const address = new URL(made.path, location.origin).href;
  return (
    <Stack align="center" pb="md">
      <Text size="sm">{t('points:page.codeHint', { count: made.tickets })}</Text>
      <QrCode text={address} savable={false} />
      <Text className={classes.code}>{made.code.replace(/(.{4})(?=.)/g, '$1 ')}</Text>
      <CopyButton text={address} />
      <Text size="sm" c="dimmed" component="div">
        {t('points:field.expiresAt')} <Time value={made.expiresAt} />
      </Text>
      <Button onClick={onDone}>{t('kit:action.close')}</Button>
    </Stack>
  );
}
