import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { deviceTypes } from '#features/machines/devices/contract.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { useCan } from '#kit/ui/session.ts';
import { fleetContract } from '../contract.ts';
import { DeviceCards } from './device-cards.tsx';
import { labelsOf } from './device-links.ts';
import styles from './devices.module.css';
import { NoDevices } from './no-devices.tsx';
import SitePlays from './site-plays.tsx';
import { useDeviceHome } from './use-device-home.ts';
import { type ChosenSite, WithSite } from './with-site.tsx';

const printedAtOnce = 200;

type ShopDevices = OutputOf<typeof fleetContract.listDevicesOfSite>;

function Shop({ site, all }: { site: ChosenSite; all: ShopDevices }) {
  const t = useText();
  const maySort = useCan(fleetContract.sortDevices);
  const to = useDeviceHome();
  const online = all.filter((device) => device.controlled && device.online).length;
  const faulty = all.filter((device) => device.state === 'fault').length;
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={2} size="h4">
            {site.name}
          </Title>
          <Text size="sm" c="dimmed">
            {t('fleet:site.summary', { count: all.length, online, faulty })}
          </Text>
        </div>
        {all.length > 0 && (
          <Group gap="xs">
            <Button
              component={Link}
              to={labelsOf(all.slice(0, printedAtOnce))}
              variant="default"
              leftSection={<Icon name="qrcode" />}
            >
              {t('fleet:labels.print')}
            </Button>
            {maySort && (
              <Button
                component={Link}
                to={`/setSorting?fieldId=${site.id}`}
                variant="default"
                leftSection={<Icon name="grip-vertical" />}
              >
                {t('fleet:screen.sort')}
              </Button>
            )}
          </Group>
        )}
      </Group>
      {all.length === 0 ? (
        <NoDevices />
      ) : (
        <div>
          <SitePlays fieldId={site.id} height={48} titled />
        </div>
      )}
      {deviceTypes.map((type) => {
        const devices = all.filter((device) => device.type === type);
        if (devices.length === 0) return null;
        return (
          <Stack key={type} gap="sm" component="section">
            <Title order={3} size="h5">
              {t('fleet:site.group', { type: t(`devices:type.${type}`), count: devices.length })}
            </Title>
            <ul className={styles.grid}>
              <DeviceCards devices={devices} to={to} hideSite />
            </ul>
          </Stack>
        );
      })}
    </Stack>
  );
}

export default function SiteDevices() {
  return (
    <WithSite>
      {(site) => (
        <Loaded key={site.id} call={[fleetContract.listDevicesOfSite, { fieldId: site.id }]} skeleton="list">
          {(all) => <Shop site={site} all={all} />}
        </Loaded>
      )}
    </WithSite>
  );
}
