import { Button, Group, Loader, NavLink, Paper, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { PairingNetwork } from '#kit/protocol/pairing.ts';
import { Heading, Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import type { PairingLink } from './pairing-link.ts';

export interface WifiChoice {
  ssid: string;
  password: string;
}

interface Props {
  link: PairingLink | undefined;
  initial: WifiChoice | undefined;
  onChosen: (wifi: WifiChoice) => Promise<void>;
  onBack: () => void;
}

/** What the machine itself hears, strongest first: it may hear other networks than the phone. */
function useNetworks(link: PairingLink | undefined) {
  const [networks, setNetworks] = useState<PairingNetwork[] | 'unknown' | undefined>();
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    if (!link) return setNetworks('unknown');
    let stale = false;
    setNetworks(undefined);
    link.networks().then(
      (list) => !stale && setNetworks(list.sort((a, b) => b.dbm - a.dbm)),
      () => !stale && setNetworks('unknown'),
    );
    return () => {
      stale = true;
    };
  }, [link, round]);
  return { networks, again: () => setRound((number) => number + 1) };
}

export function ChooseWifi({ link, initial, onChosen, onBack }: Props) {
  const t = useText();
  const { networks, again } = useNetworks(link);
  const [ssid, setSsid] = useState(initial?.ssid ?? '');
  const [password, setPassword] = useState(initial?.password ?? '');
  const [sending, setSending] = useState(false);
  const listed = Array.isArray(networks) ? networks.find((network) => network.ssid === ssid) : undefined;
  const tooShort = password.length > 0 && password.length < 8;
  const ready = ssid.length > 0 && !tooShort && (password.length > 0 || listed?.locked === false);
  return (
    <Stack
      gap="md"
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        setSending(true);
        void onChosen({ ssid, password }).finally(() => setSending(false));
      }}
    >
      {link && (
        <Text>
          {t('pairing:wifi.machine', { code: link.info.code, type: t(`devices:type.${link.info.type}`) })}
        </Text>
      )}
      {link && (
        <Paper withBorder p="sm" component="section">
          <Group justify="space-between">
            <Heading>{t('pairing:wifi.heard')}</Heading>
            <Button
              variant="subtle"
              size="sm"
              mih={44}
              onClick={again}
              leftSection={<Icon name="refresh" size={16} />}
            >
              {t('pairing:wifi.again')}
            </Button>
          </Group>
          {networks === undefined && <Loader size="sm" m="md" />}
          {networks === 'unknown' && <Hint p="sm">{t('pairing:wifi.notHeard')}</Hint>}
          {Array.isArray(networks) &&
            networks.map((network) => (
              <NavLink
                key={network.ssid}
                component="button"
                type="button"
                active={network.ssid === ssid}
                label={network.ssid}
                description={t(network.locked ? 'pairing:wifi.locked' : 'pairing:wifi.open')}
                leftSection={<Icon name="wifi" />}
                rightSection={<Hint size="xs">{t('pairing:wifi.strength', { dbm: network.dbm })}</Hint>}
                onClick={() => setSsid(network.ssid)}
              />
            ))}
        </Paper>
      )}
      <TextInput
        label={t('pairing:wifi.ssid')}
        description={t('pairing:wifi.ssidHint')}
        value={ssid}
        maxLength={32}
        required
        onChange={(event) => setSsid(event.currentTarget.value)}
      />
      <PasswordInput
        label={t('pairing:wifi.password')}
        value={password}
        maxLength={63}
        autoComplete="off"
        error={tooShort ? t('pairing:wifi.passwordShort') : undefined}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Group grow>
        <Button variant="default" size="md" onClick={onBack}>
          {t('pairing:action.back')}
        </Button>
        <Button type="submit" size="md" disabled={!ready} loading={sending}>
          {t('pairing:wifi.send')}
        </Button>
      </Group>
    </Stack>
  );
}
