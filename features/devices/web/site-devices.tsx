import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { useCall } from '#kit/ui/api.ts';
import { ErrorState, ListSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { devicesContract, deviceTypes } from '../contract.ts';
import { DeviceCard } from './device-card.tsx';
import { deviceHome, labelsOf } from './device-links.ts';
import styles from './devices.module.css';
import { NoDevices } from './no-devices.tsx';
import { type ChosenSite, WithSite } from './with-site.tsx';

const printedAtOnce = 200;

function Shop({ site }: { site: ChosenSite }) {
  const t = useText();
  const maySort = useCan(devicesContract.sortDevices);
  const { data, error, refetch } = useCall(devicesContract.listDevicesOfSite, { fieldId: site.id });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={4} height={110} />;
  const online = data.filter((device) => device.controlled && device.online).length;
  const faulty = data.filter((device) => device.state === 'fault').length;
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={2} size="h4">
            {site.name}
          </Title>
          <Text size="sm" c="dimmed">
            {t('devices:site.summary', { count: data.length, online, faulty })}
          </Text>
        </div>
        {data.length > 0 && (
          <Group gap="xs">
            <Button
              component={Link}
              to={labelsOf(data.slice(0, printedAtOnce))}
              variant="default"
              leftSection={<Icon name="qrcode" />}
            >
              {t('devices:labels.print')}
            </Button>
            {maySort && (
              <Button
                component={Link}
                to={`/setSorting?fieldId=${site.id}`}
                variant="default"
                leftSection={<Icon name="grip-vertical" />}
              >
                {t('devices:screen.sort')}
              </Button>
            )}
          </Group>
        )}
      </Group>
      {data.length === 0 && <NoDevices />}
      {deviceTypes.map((type) => {
        const devices = data.filter((device) => device.type === type);
        if (devices.length === 0) return null;
        return (
          <Stack key={type} gap="sm" component="section">
            <Title order={3} size="h5">
              {t('devices:site.group', { type: t(`devices:type.${type}`), count: devices.length })}
            </Title>
            <ul className={styles.grid}>
              {devices.map((device) => (
                <li key={device.equipmentId}>
                  <DeviceCard device={device} to={deviceHome(device)} hideSite />
                </li>
              ))}
            </ul>
          </Stack>
        );
      })}
    </Stack>
  );
}

export default function SiteDevices() {
  return <WithSite>{(site) => <Shop key={site.id} site={site} />}</WithSite>;
}
