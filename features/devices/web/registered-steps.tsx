import { Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { useCall } from '#kit/ui/api.ts';
import { ErrorState, FormSkeleton } from '#kit/ui/feedback.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Icon, type IconName } from '#kit/ui/icons.tsx';
import { type DeviceRecord, devicesContract } from '../contract.ts';
import { DeviceHeader } from './device-header.tsx';
import { labelsOf } from './device-links.ts';
import styles from './devices.module.css';

interface Step {
  key: 'network' | 'settings' | 'gifts' | 'label' | 'description';
  icon: IconName;
  to: (device: DeviceRecord) => string;
  fits: (device: DeviceRecord) => boolean;
}

const withGifts: readonly DeviceRecord['type'][] = ['claw', 'lipstick', 'cabinet'];
const steps: readonly Step[] = [
  {
    key: 'network',
    icon: 'wifi',
    to: () => '/distribution_network',
    fits: (device) => device.controlled && !device.online,
  },
  {
    key: 'settings',
    icon: 'settings',
    to: (device) => `/machineSetting?equipmentId=${device.equipmentId}`,
    fits: (device) => device.controlled,
  },
  {
    key: 'gifts',
    icon: 'gift',
    to: (device) => `/giftset?equipmentId=${device.equipmentId}`,
    fits: (device) => withGifts.includes(device.type),
  },
  { key: 'label', icon: 'qrcode', to: (device) => labelsOf([device]), fits: () => true },
  {
    key: 'description',
    icon: 'file-text',
    to: (device) => `/equipmentDescription?equipmentId=${device.equipmentId}`,
    fits: () => true,
  },
];

/** It is there: what usually comes next, and the way to the next machine. */
export function Registered({ equipmentId, another }: { equipmentId: string; another: string }) {
  const t = useText();
  const { data, error, refetch } = useCall(devicesContract.readDevice, { equipmentId });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <FormSkeleton fields={3} />;
  return (
    <Stack gap="lg" className={styles.narrow}>
      <div>
        <Title order={2} size="h3">
          {t('devices:register.done')}
        </Title>
        <Text c="dimmed">{t('devices:register.doneHint')}</Text>
      </div>
      <DeviceHeader device={data} />
      <nav className={styles.steps} aria-label={t('devices:register.next')}>
        {steps
          .filter((step) => step.fits(data))
          .map((step) => (
            <Link key={step.key} to={step.to(data)} className={styles.step}>
              <Icon name={step.icon} size={22} />
              {t(`devices:register.step.${step.key}`)}
            </Link>
          ))}
        <Link to={another} className={styles.step}>
          <Icon name="plus" size={22} />
          {t('devices:register.another')}
        </Link>
      </nav>
    </Stack>
  );
}
