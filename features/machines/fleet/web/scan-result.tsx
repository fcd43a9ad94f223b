import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { MachineDrawing } from '#kit/drawings/machine-drawing.tsx';
import { useCall } from '#kit/ui/api.ts';
import { KeyValue } from '#kit/ui/display.tsx';
import { EmptyState, ErrorState, FormSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon, type IconName } from '#kit/ui/icons.tsx';
import { useCan } from '#kit/ui/session.ts';
import { fleetContract } from '../contract.ts';
import { DeviceHeader } from './device-header.tsx';
import { deviceHome } from './device-links.ts';
import styles from './devices.module.css';
import { LocateButton } from './locate-button.tsx';

export type Checked = OutputOf<typeof fleetContract.checkDevice>;

const icons: Record<Checked['owner'], IconName> = {
  unknown: 'help',
  free: 'circle-check',
  own: 'check',
  other: 'lock',
  blocked: 'alert-triangle',
};

/** What the machine is and, where that is not to be told, why. */
export function CheckedDevice({ checked }: { checked: Checked }) {
  const t = useText();
  const { type, owner, model, online } = checked;
  return (
    <section className={styles.panel}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        {type ? (
          <MachineDrawing
            type={type}
            mood={owner === 'free' || owner === 'own' ? 'online' : 'offline'}
            size={56}
          />
        ) : (
          <span className={styles.typeIcon} data-dim>
            <Icon name={icons[owner]} size={20} />
          </span>
        )}
        <div className={styles.cardTitle}>
          <Title order={2} size="h4">
            {type ? t(`devices:type.${type}`) : checked.code}
          </Title>
          <Text size="sm">{t(`fleet:scan.owner.${owner}`)}</Text>
        </div>
      </Group>
      {type && (
        <Box mt="md">
          <KeyValue
            rows={[
              { label: t('devices:field.code'), value: checked.code },
              ...(model ? [{ label: t('devices:field.model'), value: model }] : []),
              ...(online === null
                ? []
                : [
                    {
                      label: t('devices:field.state'),
                      value: t(online ? 'devices:state.online' : 'fleet:scan.notConnected'),
                    },
                  ]),
            ]}
          />
        </Box>
      )}
    </section>
  );
}

/** What can be done next, by whose it is. */
function NextActions({ checked }: { checked: Checked }) {
  const t = useText();
  const mayRegister = useCan(fleetContract.registerDevice);
  const { device, owner } = checked;
  return (
    <Group gap="sm">
      {owner === 'free' && mayRegister && (
        <Button component={Link} to={`/register_equip?equipmentId=${checked.code}`} size="md">
          {t('fleet:register.submit')}
        </Button>
      )}
      {device && (
        <Button component={Link} to={deviceHome(device)} size="md">
          {t('fleet:scan.open')}
        </Button>
      )}
      {device && <LocateButton device={device} />}
      <Button component={Link} to="/ewm" variant="default" size="md" leftSection={<Icon name="scan" />}>
        {t('fleet:scan.again')}
      </Button>
    </Group>
  );
}

export default function ScanResult() {
  const t = useText();
  const [query] = useSearchParams();
  const equipmentId = query.get('equipmentId') ?? '';
  const { data, error, refetch } = useCall(
    fleetContract.checkDevice,
    { equipmentId },
    { enabled: equipmentId !== '' },
  );
  if (!equipmentId)
    return (
      <EmptyState
        title={t('fleet:scan.nothing')}
        action={
          <Button component={Link} to="/ewm" leftSection={<Icon name="scan" />}>
            {t('fleet:list.scan')}
          </Button>
        }
      />
    );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <FormSkeleton fields={2} />;
  return (
    <Stack gap="md" className={styles.narrow}>
      {data.device ? <DeviceHeader device={data.device} /> : <CheckedDevice checked={data} />}
      <Text c="dimmed">{t(`fleet:scan.hint.${data.owner}`)}</Text>
      <NextActions checked={data} />
    </Stack>
  );
}
