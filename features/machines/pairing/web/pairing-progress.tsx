import { Alert, Button, Group, Loader, Paper, Stack, Text, ThemeIcon } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import type { PairingPath, PairingStatus } from '#kit/protocol/pairing.ts';
import { useCall } from '#kit/ui/api.ts';
import { Heading, Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { ownPath } from '#kit/ui/own-path.ts';
import { pairingContract } from '../contract.ts';
import type { PairingLink } from './pairing-link.ts';

type Pairing = OutputOf<typeof pairingContract.readPairing>;

const steps = ['sent', 'joined', 'online'] as const;
const askAgainMs = 2000;

interface Props {
  id: string;
  path: PairingPath;
  ssid: string;
  link: PairingLink | undefined;
  onAgain: () => void;
  onOtherWifi: () => void;
}

/** How many of the steps are behind us. */
function reached(status: PairingStatus | undefined, pairing: Pairing | undefined): number {
  if (pairing?.state === 'online') return 3;
  return status?.state === 'joined' || status?.state === 'connected' ? 2 : 1;
}

export function PairingProgress({ id, path, ssid, link, onAgain, onOtherWifi }: Props) {
  const t = useText();
  const [status, setStatus] = useState<PairingStatus | undefined>();
  const { data: pairing } = useCall(pairingContract.readPairing, { id }, { refetchMs: askAgainMs });
  useEffect(() => link?.onStatus(setStatus), [link]);
  if (pairing?.state === 'online') return <Arrived pairing={pairing} onAgain={onAgain} />;
  const failure = status?.state === 'failed' ? (status.reason ?? 'noServer') : undefined;
  const done = reached(status, pairing);
  return (
    <Paper withBorder p="md">
      <Stack gap="md" aria-live="polite">
        {steps.map((step, index) => (
          <Group key={step} gap="sm" wrap="nowrap">
            {index < done ? (
              <ThemeIcon color="teal" radius="xl" size={28}>
                <Icon name="check" size={18} />
              </ThemeIcon>
            ) : index === done && !failure && pairing?.state !== 'expired' ? (
              <Loader size={28} />
            ) : (
              <ThemeIcon color="gray" variant="light" radius="xl" size={28}>
                <Text size="sm">{index + 1}</Text>
              </ThemeIcon>
            )}
            <Text fw={index <= done ? 600 : 400}>{t(`pairing:step.${step}`, { ssid })}</Text>
          </Group>
        ))}
        {failure && <Alert color="red">{t(`pairing:failure.${failure}`, { ssid })}</Alert>}
        {pairing?.state === 'expired' && <Alert color="orange">{t('pairing:failure.expired')}</Alert>}
        {!failure && path !== 'ble' && <Hint>{t(`pairing:waiting.${path}`)}</Hint>}
        <Group grow>
          <Button variant="default" size="md" onClick={onAgain}>
            {t('pairing:action.startOver')}
          </Button>
          {(failure || pairing?.state === 'expired') && (
            <Button size="md" onClick={onOtherWifi}>
              {t('pairing:action.otherWifi')}
            </Button>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}

/** Where one comes from, a machine's own pages, or its registration. */
function nextPlace(
  pairing: Pairing,
  then: string | undefined,
): { to: string; key: 'back' | 'open' | 'register' } | undefined {
  if (pairing.owner === 'own' && then) return { to: then, key: 'back' };
  if (pairing.owner === 'own')
    return { to: `/machineSetting?equipmentId=${pairing.equipmentId}`, key: 'open' };
  if (pairing.owner === 'free') return { to: `/register_equip?equipmentId=${pairing.code}`, key: 'register' };
  return undefined;
}

export function Arrived({ pairing, onAgain }: { pairing: Pairing; onAgain: () => void }) {
  const t = useText();
  const then = ownPath(useSearchParams()[0].get('then'));
  const next = nextPlace(pairing, then);
  return (
    <Paper withBorder p="lg">
      <Stack align="center" gap="md">
        <ThemeIcon color="teal" radius="xl" size={56}>
          <Icon name="check" size={32} />
        </ThemeIcon>
        <Heading size="h3">{t('pairing:done.title', { code: pairing.code ?? '' })}</Heading>
        {pairing.owner && <Text ta="center">{t(`pairing:done.${pairing.owner}`)}</Text>}
        <Group>
          {next && (
            <Button component={Link} to={next.to} size="md">
              {t(`pairing:done.${next.key}Action`)}
            </Button>
          )}
          <Button variant="default" size="md" onClick={onAgain}>
            {t('pairing:done.another')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
