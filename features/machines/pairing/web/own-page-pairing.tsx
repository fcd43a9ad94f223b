import { Alert, Button, Code, Group, List, Loader, Paper, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { joinFailures, ownPageAddress, shownPairingCode, softApAddress } from '#kit/protocol/pairing.ts';
import { useCall } from '#kit/ui/api.ts';
import { Heading, Hint, Time } from '#kit/ui/display.tsx';
import { ErrorState, FormSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { pairingContract } from '../contract.ts';
import { Arrived } from './pairing-progress.tsx';

type Pairing = OutputOf<typeof pairingContract.readPairing>;

const askAgainMs = 2000;

/**
 * The machine's own page does the talking: this one gives the way there and the code, and waits for the hello. It may be
 * left and come back to: all it needs stands in its address.
 */
export function OwnPagePairing({ id }: { id: string }) {
  const navigate = useNavigate();
  const {
    data: pairing,
    error,
    refetch,
  } = useCall(pairingContract.readPairing, { id }, { refetchMs: askAgainMs });
  const again = () => void navigate('/distribution_network', { replace: true });
  if (!pairing)
    return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <FormSkeleton fields={3} />;
  if (pairing.state === 'online') return <Arrived pairing={pairing} onAgain={again} />;
  return <OnTheWay pairing={pairing} offline={Boolean(error)} onAgain={again} />;
}

function OnTheWay({
  pairing,
  offline,
  onAgain,
}: {
  pairing: Pairing;
  offline: boolean;
  onAgain: () => void;
}) {
  const t = useText();
  const { data: abilities } = useCall(pairingContract.pairingAbilities, {});
  const machine = abilities?.simulated[0]?.softAp ?? softApAddress;
  const { token, server, expiresAt, state } = pairing;
  const address = ownPageAddress(machine, { token, server, back: window.location.href });
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <Heading size="h4">{t('pairing:ownPage.title')}</Heading>
        <div>
          <Hint>{t('pairing:ownPage.code')}</Hint>
          <Code fz={28} fw={700}>
            {shownPairingCode(token)}
          </Code>
          <Hint size="xs">
            {t('pairing:ownPage.until')} <Time value={expiresAt} />
          </Hint>
        </div>
        <List type="ordered" spacing="sm">
          <List.Item>{t('pairing:ownPage.hotspot')}</List.Item>
          <List.Item>
            {t('pairing:ownPage.open')}
            <Button
              component="a"
              href={address}
              size="md"
              mt={6}
              fullWidth
              leftSection={<Icon name="access-point" />}
            >
              {t('pairing:ownPage.openAction')}
            </Button>
          </List.Item>
          <List.Item>{t('pairing:ownPage.typed')}</List.Item>
          <List.Item>{t('pairing:ownPage.back')}</List.Item>
        </List>
        <div aria-live="polite">
          {state === 'expired' ? (
            <Alert color="orange">{t('pairing:ownPage.expired')}</Alert>
          ) : (
            <Group gap="sm" wrap="nowrap">
              <Loader size="sm" />
              <Text size="sm">{t(offline ? 'pairing:ownPage.offline' : 'pairing:ownPage.waiting')}</Text>
            </Group>
          )}
        </div>
        <Trouble />
        <Button variant="default" size="md" onClick={onAgain}>
          {t('pairing:action.startOver')}
        </Button>
      </Stack>
    </Paper>
  );
}

const troubles = ['noHotspot', 'noPage', ...joinFailures, 'nothing'] as const;

/** Only the machine's own page knows how far it is; what to do about it is said here. */
function Trouble() {
  const t = useText();
  const [trouble, setTrouble] = useState<string | null>(null);
  return (
    <Stack gap="xs">
      <Select
        label={t('pairing:ownPage.trouble')}
        data={troubles.map((value) => ({ value, label: t(`pairing:trouble.${value}.name`) }))}
        value={trouble}
        onChange={setTrouble}
        clearable
      />
      {trouble && <Alert color="blue">{t(`pairing:trouble.${trouble}.help`)}</Alert>}
    </Stack>
  );
}
