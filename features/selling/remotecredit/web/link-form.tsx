import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { defineForm, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { CopyButton } from '#kit/ui/copy-button.tsx';
import { Heading, Time } from '#kit/ui/display.tsx';
import { QrCode } from '#kit/ui/fields/qr-field.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { remotecreditContract } from '../contract.ts';
import { leftToday } from '../rules/consequence-rules.ts';
import { AllowanceLine, useAllowance } from './allowance.tsx';
import { AmountField } from './amount-field.tsx';
import type { Machine } from './machine-name.ts';

const { createLink } = remotecreditContract;
type MadeLink = OutputOf<typeof createLink>;

const validities = [
  { hours: 1, unit: 'hours', count: 1 },
  { hours: 24, unit: 'days', count: 1 },
  { hours: 72, unit: 'days', count: 3 },
  { hours: 168, unit: 'days', count: 7 },
] as const;

/** A link for one machine and one use. */
export function LinkForm({ machine }: { machine: Machine }) {
  const t = useText();
  const { allowance, most } = useAllowance();
  const [made, setMade] = useState<MadeLink | undefined>();
  if (made) return <ReadyLink link={made} onAgain={() => setMade(undefined)} />;
  const form = defineForm({
    schema: createLink.input,
    initial: { equipmentId: machine.equipmentId, coins: 1, validHours: 24 },
    header: <AllowanceLine allowance={allowance} />,
    fields: [
      {
        name: 'coins',
        label: 'remotecredit:page.amount',
        comesTo: ({ coins }) => leftToday(allowance?.left, coins),
        wide: true,
        render: (field) => <AmountField {...field} most={most} />,
      },
      {
        name: 'validHours',
        label: 'remotecredit:field.validHours',
        kind: 'choice',
        wide: true,
        options: validities.map(({ hours, unit, count }) => ({
          value: hours,
          label: t(`remotecredit:page.${unit}`, { count }),
          plain: true,
        })),
      },
      {
        name: 'remark',
        label: 'remotecredit:page.reason',
        hint: 'remotecredit:page.reasonHint',
        kind: 'text',
        wide: true,
      },
    ],
    submit: submitTo(createLink),
    submitLabel: 'remotecredit:page.submitLink',
    guard: false,
    afterwards: (link: MadeLink) => setMade(link),
  });
  return <FormPage definition={form} />;
}

/** The link, this once: the server keeps only its hash. */
function ReadyLink({ link, onAgain }: { link: MadeLink; onAgain: () => void }) {
  const t = useText();
  const address = new URL(link.path, location.origin).href;
  return (
    <Paper withBorder p="lg">
      <Stack>
        <Heading size="h4">{t('remotecredit:page.linkReady')}</Heading>
        <Text size="sm">{t('remotecredit:page.linkReadyHint')}</Text>
        <TextInput
          readOnly
          value={address}
          label={t('remotecredit:page.link')}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Text size="sm" c="dimmed" component="div">
          {t('remotecredit:field.expiresAt')} <Time value={link.expiresAt} />
        </Text>
        <CopyButton text={address} size="md">
          {t('remotecredit:page.copyLink')}
        </CopyButton>
        <QrCode text={address} fileName="coins" />
        <Group>
          <Button variant="default" onClick={onAgain}>
            {t('remotecredit:page.another')}
          </Button>
          <Button variant="subtle" component={Link} to="/sfrecord?tab=links">
            {t('remotecredit:page.allLinks')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
