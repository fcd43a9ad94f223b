import { Alert, Badge, Button, Group, List, Paper, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type PairingPath, pairingPaths } from '#kit/protocol/pairing.ts';
import { useCall } from '#kit/ui/api.ts';
import { Heading } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon, type IconName } from '#kit/ui/icons.tsx';
import { toast } from '#kit/ui/toast.ts';
import { pairingContract } from '../contract.ts';
import { connectBle, hasBluetooth } from './ble-link.ts';
import type { PairingLink } from './pairing-link.ts';
import { playBluetooth } from './play-bluetooth.ts';
import { connectSoftAp } from './soft-ap-link.ts';

const icons: Record<PairingPath, IconName> = {
  ble: 'bluetooth',
  ownpage: 'device-mobile',
  softap: 'access-point',
  smartconfig: 'broadcast',
};

interface Props {
  /** the machine that is to be paired, where the reader comes from one */
  code: string | undefined;
  onChosen: (path: PairingPath, link: PairingLink | undefined) => void;
}

export function ChoosePath({ code, onChosen }: Props) {
  const t = useText();
  const { data: abilities } = useCall(pairingContract.pairingAbilities, {}, { refetchMs: 5000 });
  const [connecting, setConnecting] = useState<PairingPath | undefined>();
  const [failed, setFailed] = useState<PairingPath | undefined>();
  const [simulated, setSimulated] = useState<string | null>(null);
  const waiting = abilities?.simulated;
  const machine =
    waiting?.find(({ name }) => name === simulated) ??
    waiting?.find(({ name }) => code && name.endsWith(code)) ??
    waiting?.[0];

  const connect = async (path: PairingPath) => {
    if (path === 'smartconfig' || path === 'ownpage') return onChosen(path, undefined);
    setConnecting(path);
    setFailed(undefined);
    try {
      if (path === 'ble' && machine && abilities?.simulatedBluetooth)
        await playBluetooth(abilities.simulatedBluetooth, machine.name);
      onChosen(path, path === 'ble' ? await connectBle() : await connectSoftAp(machine?.softAp));
    } catch (error) {
      // closing the browser's own list of machines is no failure
      if (error instanceof DOMException && error.name === 'NotFoundError')
        toast.info(t('pairing:path.cancelled'));
      else setFailed(path);
    } finally {
      setConnecting(undefined);
    }
  };

  const able: Record<PairingPath, boolean> = {
    ble: hasBluetooth() || abilities?.simulatedBluetooth != null,
    ownpage: true,
    // a page that came over https may not call a machine that speaks http; simulated ones answer on this computer
    softap: window.location.protocol !== 'https:' || machine !== undefined,
    smartconfig: abilities?.smartConfig ?? false,
  };

  const easiest: PairingPath = able.ble ? 'ble' : 'ownpage';

  return (
    <Stack gap="md">
      <Text>{t('pairing:path.intro')}</Text>
      {abilities && abilities.simulated.length > 0 && (
        <Alert color="grape" title={t('pairing:simulated.title')} data-demo-only>
          <Stack gap="xs">
            <Text size="sm">{t('pairing:simulated.hint')}</Text>
            <Select
              label={t('pairing:simulated.machine')}
              data={abilities.simulated.map(({ name }) => name)}
              value={machine?.name ?? null}
              onChange={setSimulated}
              allowDeselect={false}
            />
          </Stack>
        </Alert>
      )}
      {pairingPaths.map((path) => (
        <Paper key={path} withBorder p="md" component="section">
          <Stack gap="sm">
            <Group gap="sm" wrap="nowrap">
              <Icon name={icons[path]} size={28} />
              <Heading>{t(`pairing:path.${path}.title`)}</Heading>
              {path === easiest && <Badge variant="light">{t('pairing:path.easiest')}</Badge>}
            </Group>
            <List type="ordered" size="sm" spacing={4}>
              {(['first', 'second'] as const).map((step) => (
                <List.Item key={step}>{t(`pairing:path.${path}.${step}`)}</List.Item>
              ))}
            </List>
            {failed === path && <Alert color="orange">{t(`pairing:path.${path}.failed`)}</Alert>}
            <Button
              size="md"
              variant={path === easiest ? 'filled' : 'default'}
              disabled={!able[path]}
              loading={connecting === path}
              onClick={() => void connect(path)}
            >
              {able[path] ? t(`pairing:path.${path}.action`) : t(`pairing:path.${path}.unable`)}
            </Button>
          </Stack>
        </Paper>
      ))}
    </Stack>
  );
}
