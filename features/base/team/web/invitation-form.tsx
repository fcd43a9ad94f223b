import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { defineForm, submitTo } from '#kit/pages/form-definition.ts';
import { FormPage } from '#kit/pages/form-page.tsx';
import { CopyButton } from '#kit/ui/copy-button.tsx';
import { Time } from '#kit/ui/display.tsx';
import { FormSkeleton } from '#kit/ui/feedback.tsx';
import { QrCode } from '#kit/ui/fields/qr-field.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useSession } from '#kit/ui/session.ts';
import { teamContract } from '../contract.ts';
import { useRoleOptions } from './role-options.ts';
import { siteFields } from './site-fields.ts';

type Invitation = OutputOf<typeof teamContract.createInvitation>;

/** The link, this once: the server keeps only its hash. */
function InvitationLink({ invitation, onAgain }: { invitation: Invitation; onAgain: () => void }) {
  const t = useText();
  const link = new URL(invitation.path, location.origin).href;
  return (
    <Paper withBorder p="lg" maw={560}>
      <Stack>
        <Title order={2} size="h4">
          {t('team:page.invitation.ready')}
        </Title>
        <Text size="sm">{t('team:page.invitation.readyHint')}</Text>
        <TextInput
          readOnly
          value={link}
          label={t('team:page.invitation.link')}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Text size="sm" c="dimmed" component="div">
          {t('team:field.expiresAt')} <Time value={invitation.expiresAt} />
        </Text>
        <CopyButton text={link}>{t('team:page.invitation.copy')}</CopyButton>
        <QrCode text={link} fileName="invitation" />
        <Group>
          <Button variant="default" onClick={onAgain}>
            {t('team:page.invitation.another')}
          </Button>
          <Button variant="subtle" component={Link} to="/managezzh?tab=invitations">
            {t('team:page.invitation.all')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

export function InvitationForm() {
  const roles = useRoleOptions();
  const merchant = useSession()?.realm === 'merchant';
  const [made, setMade] = useState<Invitation | undefined>();
  if (made) return <InvitationLink invitation={made} onAgain={() => setMade(undefined)} />;
  if (!roles) return <FormSkeleton fields={3} />;
  const form = defineForm({
    texts: 'team',
    schema: teamContract.createInvitation.input,
    initial: { allSites: false, siteIds: [] },
    fields: [
      {
        name: 'roleId',
        label: 'team:field.role',
        kind: 'choice',
        appearance: 'list',
        options: roles,
        hint: 'team:page.invitation.roleHint',
      },
      { name: 'remark', hint: 'team:page.invitation.remarkHint' },
      ...(merchant ? siteFields() : []),
    ],
    submit: submitTo(teamContract.createInvitation),
    submitLabel: 'team:page.invitation.make',
    afterwards: (output: Invitation) => setMade(output),
  });
  return <FormPage definition={form} />;
}
