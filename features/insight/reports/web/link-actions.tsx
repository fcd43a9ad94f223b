import { Stack, Text, TextInput } from '@mantine/core';
import { siteSource } from '#features/base/sites/web/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { type Action, callOf } from '#kit/pages/actions.ts';
import { formAction } from '#kit/pages/form-action.ts';
import { openSheet } from '#kit/pages/open-form.ts';
import { CopyButton } from '#kit/ui/copy-button.tsx';
import { Time } from '#kit/ui/display.tsx';
import { dayText, presetRange } from '#kit/ui/fields/day-range.ts';
import { QrCode } from '#kit/ui/fields/qr-field.tsx';
import { translate, useText } from '#kit/ui/i18n.ts';
import { reportsContract } from '../contract.ts';

const { makeStatementLink, renewStatementLink, withdrawStatementLink, listStatementLinks } = reportsContract;
type Made = OutputOf<typeof makeStatementLink>;
export type LinkRecord = OutputOf<typeof listStatementLinks>['records'][number];

const usualValidDays = 30;
const validities = [7, usualValidDays, 90, 365];

const validity = () => ({
  name: 'validDays' as const,
  kind: 'choice' as const,
  options: validities.map((days) => ({
    value: days,
    label: translate('reports:links.days', { count: days }),
    plain: true,
  })),
});

/** The address, this once: the server keeps only its hash. */
function MadeLink({ made }: { made: Made }) {
  const t = useText();
  const address = new URL(made.path, location.origin).href;
  return (
    <Stack>
      <Text size="sm">{t('reports:links.once')}</Text>
      <TextInput
        readOnly
        value={address}
        label={t('reports:links.address')}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={address} />
      <Text size="sm" c="dimmed" component="div">
        {t('reports:field.expiresAt')} <Time value={made.expiresAt} />
      </Text>
      <QrCode text={address} />
    </Stack>
  );
}

const show = (made: Made) =>
  void openSheet({ title: translate('reports:links.ready'), content: () => <MadeLink made={made} /> });

/** What a new link is about before anybody chooses; a statement is of the month that is over. */
export interface LinkWish {
  fieldId?: string | null;
  from?: string;
  to?: string;
}

export const makeLink = formAction({
  endpoint: makeStatementLink,
  texts: 'reports',
  initial: (wish: LinkWish | undefined) => {
    const { from, to } = wish?.from && wish.to ? wish : presetRange('lastMonth', new Date());
    const today = dayText(new Date());
    const last = to && to > today ? today : to;
    return { fieldId: wish?.fieldId ?? undefined, from, to: last, validDays: usualValidDays };
  },
  fields: () => [
    { name: 'fieldId', label: 'kit:thing.siteLabel', kind: 'reference', source: siteSource() },
    {
      name: 'from',
      label: 'kit:thing.daysLabel',
      kind: 'dateRange',
      read: ({ from, to }) => ({ from, to }),
      write: (value, values) => ({ ...values, ...(value as { from?: string; to?: string }) }),
    },
    validity(),
    { name: 'remark', hint: 'reports:links.remarkHint' },
  ],
  done: show,
});

const renew = formAction({
  endpoint: renewStatementLink,
  texts: 'reports',
  initial: ({ id }: LinkRecord) => ({ id, validDays: usualValidDays }),
  fields: () => [validity()],
  above: () => <RenewHint />,
  done: show,
});

function RenewHint() {
  const t = useText();
  return <Text size="sm">{t('reports:links.renewHint')}</Text>;
}

export const linkActions: readonly Action<LinkRecord>[] = [
  { label: 'reports:links.renew', icon: 'refresh', form: renew },
  {
    label: 'reports:links.withdraw',
    icon: 'x',
    danger: true,
    call: callOf(withdrawStatementLink, ({ id }: LinkRecord) => ({ id })),
    confirm: { title: 'reports:links.withdrawTitle', body: 'reports:links.withdrawBody' },
    visible: ({ state }) => state !== 'withdrawn',
    success: 'reports:links.withdrawn',
  },
];
